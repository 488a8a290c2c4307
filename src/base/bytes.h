// Little-endian reading and writing of byte strings. Reading never leaves the span: a short read sets a flag and
// gives zero, so that a parser can read a whole record and check once.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pngine {

using Bytes = std::vector<uint8_t>;
using ByteView = std::span<const uint8_t>;

inline ByteView asBytes(std::string_view text) { return {reinterpret_cast<const uint8_t*>(text.data()), text.size()}; }
inline std::string_view asText(ByteView bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// Reads from the front of a view. After the first read past the end, `ok()` is false and every read gives zero.
class ByteReader {
 public:
  explicit ByteReader(ByteView bytes) : bytes_(bytes) {}

  uint8_t u8() { return number<uint8_t>(); }
  uint16_t u16() { return number<uint16_t>(); }
  uint32_t u24() {
    const ByteView b = take(3);
    return b.size() < 3 ? 0u : static_cast<uint32_t>(b[0] | (b[1] << 8) | (b[2] << 16));
  }
  uint32_t u32() { return number<uint32_t>(); }
  uint64_t u64() { return number<uint64_t>(); }
  int32_t i32() { return std::bit_cast<int32_t>(u32()); }
  float f32() { return std::bit_cast<float>(u32()); }
  /// The next n bytes, or an empty view (and `ok()` false) when fewer are left.
  ByteView take(size_t n) {
    if (!ok_ || n > bytes_.size() - at_) {
      ok_ = false;
      return {};
    }
    at_ += n;
    return bytes_.subspan(at_ - n, n);
  }
  void skip(size_t n) { take(n); }

  bool ok() const { return ok_; }
  bool done() const { return at_ == bytes_.size(); }
  size_t offset() const { return at_; }
  size_t left() const { return ok_ ? bytes_.size() - at_ : 0; }

 private:
  template <class T>
  T number() {
    const ByteView b = take(sizeof(T));
    uint64_t value = 0;
    for (size_t i = 0; i < b.size(); ++i) value |= uint64_t{b[i]} << (8 * i);
    return static_cast<T>(value);
  }
  ByteView bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

/// Appends little-endian numbers to a byte string.
class ByteWriter {
 public:
  ByteWriter& u8(uint8_t v) { return number(v); }
  ByteWriter& u16(uint16_t v) { return number(v); }
  ByteWriter& u24(uint32_t v) {
    for (int i = 0; i < 3; ++i) bytes_.push_back(static_cast<uint8_t>(v >> (8 * i)));
    return *this;
  }
  ByteWriter& u32(uint32_t v) { return number(v); }
  ByteWriter& u64(uint64_t v) { return number(v); }
  ByteWriter& i32(int32_t v) { return u32(std::bit_cast<uint32_t>(v)); }
  ByteWriter& f32(float v) { return u32(std::bit_cast<uint32_t>(v)); }
  ByteWriter& raw(ByteView v) {
    bytes_.insert(bytes_.end(), v.begin(), v.end());
    return *this;
  }
  ByteWriter& text(std::string_view v) { return raw(asBytes(v)); }

  size_t size() const { return bytes_.size(); }
  const Bytes& bytes() const { return bytes_; }
  Bytes take() { return std::move(bytes_); }

 private:
  template <class T>
  ByteWriter& number(T v) {
    for (size_t i = 0; i < sizeof(T); ++i) bytes_.push_back(static_cast<uint8_t>(uint64_t{v} >> (8 * i)));
    return *this;
  }
  Bytes bytes_;
};

}  // namespace pngine
