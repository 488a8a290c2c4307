// Reading never leaves the bytes; writing is little-endian.
#include <doctest/doctest.h>

#include "base/bytes.h"

using namespace pngine;

TEST_CASE("round trip") {
  ByteWriter writer;
  writer.u8(1).u16(0x0203).u24(0x040506).u32(0x0708090A).u64(0x0B0C0D0E0F101112).i32(-2).f32(1.5f).text("ab");
  const Bytes bytes = writer.take();
  CHECK(bytes[1] == 0x03);
  ByteReader reader(bytes);
  CHECK(reader.u8() == 1);
  CHECK(reader.u16() == 0x0203);
  CHECK(reader.u24() == 0x040506);
  CHECK(reader.u32() == 0x0708090A);
  CHECK(reader.u64() == 0x0B0C0D0E0F101112);
  CHECK(reader.i32() == -2);
  CHECK(reader.f32() == 1.5f);
  CHECK(asText(reader.take(2)) == "ab");
  CHECK(reader.ok());
  CHECK(reader.done());
}

TEST_CASE("a short read gives zero and stays failed") {
  const Bytes bytes = {1, 2, 3};
  ByteReader reader(bytes);
  CHECK(reader.u32() == 0);
  CHECK_FALSE(reader.ok());
  CHECK(reader.u8() == 0);
  CHECK(reader.left() == 0);
  ByteReader other(bytes);
  CHECK(other.take(~size_t{0}).empty());
  CHECK_FALSE(other.ok());
}
