// A JSON writer: objects and arrays in the order of the calls, commas and escapes by itself.
// Text must be UTF-8; bytes that are not come out as U+FFFD. Numbers that JSON cannot spell (NaN, infinities) come out
// as null.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pngine {

class JsonWriter {
 public:
  /// `indent` spaces per level; 0 = everything on one line.
  explicit JsonWriter(int indent = 0) : indent_(indent) {}

  JsonWriter& beginObject() { return open('{'); }
  JsonWriter& endObject() { return close('}'); }
  JsonWriter& beginArray() { return open('['); }
  JsonWriter& endArray() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& string(std::string_view text);
  JsonWriter& number(double value);
  JsonWriter& integer(int64_t value);
  JsonWriter& unsignedInteger(uint64_t value);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  /// A value that is JSON already.
  JsonWriter& raw(std::string_view json);

  // key and value in one call
  JsonWriter& member(std::string_view name, std::string_view text) { return key(name).string(text); }
  JsonWriter& member(std::string_view name, const char* text) { return key(name).string(text); }
  JsonWriter& member(std::string_view name, double value) { return key(name).number(value); }
  JsonWriter& member(std::string_view name, bool value) { return key(name).boolean(value); }
  JsonWriter& member(std::string_view name, int value) { return key(name).integer(value); }
  JsonWriter& member(std::string_view name, int64_t value) { return key(name).integer(value); }
  JsonWriter& member(std::string_view name, uint32_t value) { return key(name).unsignedInteger(value); }
  JsonWriter& member(std::string_view name, uint64_t value) { return key(name).unsignedInteger(value); }

  const std::string& text() const { return out_; }
  std::string take() { return std::move(out_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void before();  // comma and line break in front of a value or key
  void breakLine();

  std::string out_;
  int indent_;
  std::vector<bool> filled_;  // per open container: something was written
  bool after_key_ = false;
};

/// `text` as a JSON string with its quotes.
std::string jsonQuoted(std::string_view text);

}  // namespace pngine
