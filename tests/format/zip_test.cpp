// ZIP bundles: round trip, choice of the entry to play, damage.
#include "format/zip.h"

#include <doctest/doctest.h>

using namespace pngine;
using namespace pngine::format;

namespace {

Bytes bytesOf(std::string_view text) {
  const ByteView b = asBytes(text);
  return {b.begin(), b.end()};
}
Bytes bundle(std::vector<ZipInput> entries) { return *writeZip(entries); }

}  // namespace

TEST_CASE("entries survive") {
  const Bytes zip = bundle({{"manifest.json", bytesOf(R"({"version":1,"entry":"main.pngb"})"), true},
                            {"main.pngb", Bytes(1000, 'p'), false},
                            {"assets/empty", {}, false}});
  const auto entries = readZip(zip);
  REQUIRE(entries);
  REQUIRE(entries->size() == 3);
  CHECK((*entries)[0].stored);
  CHECK_FALSE((*entries)[1].stored);
  CHECK((*entries)[1].size == 1000);
  CHECK((*entries)[1].compressed_size < 50);
  CHECK(zipContents((*entries)[1]) == Bytes(1000, 'p'));
  CHECK(zipContents((*entries)[2])->empty());
  CHECK(payloadOfZip(zip) == Bytes(1000, 'p'));
}

TEST_CASE("which entry plays") {
  const ZipInput one{"a.pngb", bytesOf("one"), true}, two{"main.pngb", bytesOf("two"), true};
  CHECK(asText(*payloadOfZip(bundle({{"manifest.json", bytesOf(R"({ "entry" : "a.pngb" })"), true}, two, one}))) ==
        "one");
  CHECK(asText(*payloadOfZip(bundle({{"manifest.json", bytesOf(R"({"entry":"gone"})"), true}, one, two}))) == "two");
  CHECK(asText(*payloadOfZip(bundle({one}))) == "one");
  CHECK(payloadOfZip(bundle({{"x", {}, true}})).error().kind == Error::Kind::no_payload);
}

TEST_CASE("damaged archives") {
  const Bytes zip = bundle({{"main.pngb", bytesOf("contents of the entry"), true}});
  Bytes flipped = zip;
  flipped[40] ^= 1;
  CHECK(payloadOfZip(flipped).error().kind == Error::Kind::bad_crc);
  for (size_t n = 0; n < zip.size(); ++n) CHECK_FALSE(payloadOfZip(ByteView(zip).first(n)));
  for (size_t at = 0; at < zip.size(); ++at) {
    for (const uint8_t value : Bytes{0x00, 0x7F, 0xFF}) {
      Bytes bad = zip;
      bad[at] = value;
      (void)payloadOfZip(bad);
    }
  }
}

TEST_CASE("names of files that are compressed already") {
  CHECK(isCompressedName("assets/a.PNG"));
  CHECK(isCompressedName("b.woff2"));
  CHECK_FALSE(isCompressedName("main.pngb"));
  CHECK_FALSE(isCompressedName("png"));
}
