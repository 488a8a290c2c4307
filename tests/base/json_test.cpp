// JSON writer.
#include <doctest/doctest.h>

#include <limits>

#include "base/json.h"

using namespace pngine;

TEST_CASE("compact") {
  JsonWriter json;
  json.beginObject()
      .member("a", 1)
      .member("b", "x\"\\\n\x01")
      .key("c")
      .beginArray()
      .number(0.5)
      .boolean(true)
      .null()
      .endArray();
  json.key("d").beginObject().endObject().member("n", std::numeric_limits<double>::infinity()).endObject();
  CHECK(json.text() == "{\"a\":1,\"b\":\"x\\\"\\\\\\n\\u0001\",\"c\":[0.5,true,null],\"d\":{},\"n\":null}");
}

TEST_CASE("indented") {
  JsonWriter json(2);
  json.beginObject().key("a").beginArray().integer(-1).unsignedInteger(18446744073709551615u).endArray().endObject();
  CHECK(json.text() == "{\n  \"a\": [\n    -1,\n    18446744073709551615\n  ]\n}");
}

TEST_CASE("bytes that are no UTF-8") {
  CHECK(jsonQuoted("a\xFF\xC3\xA9") == "\"a\\ufffd\xC3\xA9\"");
  CHECK(jsonQuoted("\xED\xA0\x80") == "\"\\ufffd\\ufffd\\ufffd\"");
}
