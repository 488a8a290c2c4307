// The compiler's half of the layout test: how src/wgsl lays out the types of WGSL modules.
//   layout_judge      modules on standard input, each "LENGTH\n" and LENGTH bytes
// One JSON line each: {"bindings": [{"name", "min", "type"}]} with the smallest binding in bytes and the store type,
// {"name", "size", "align", "stride" of arrays, "members" of structures: [{"name", "offset", "size", "type"}]}, or
// {"error": why the module does not parse}.
#include <iostream>
#include <string>

#include "base/json.h"
#include "wgsl/wgsl.h"

namespace pngine {
namespace {

void tell(JsonWriter& json, const wgsl::Type& type) {
  json.beginObject().member("name", type.name).member("size", type.size).member("align", type.align);
  if (type.kind == wgsl::Type::Kind::array) json.member("stride", type.stride);
  if (type.kind == wgsl::Type::Kind::structure) {
    json.key("members").beginArray();
    for (const wgsl::Member& m : type.members) {
      json.beginObject().member("name", m.name).member("offset", m.offset).member("size", m.size).key("type");
      tell(json, *m.type);
      json.endObject();
    }
    json.endArray();
  }
  json.endObject();
}

std::string judge(std::string_view text) {
  JsonWriter json;
  json.beginObject();
  const auto module = wgsl::parse(text);
  if (!module) return json.member("error", module.error().front().text).endObject().take();
  json.key("bindings").beginArray();
  for (const wgsl::Binding& b : wgsl::reflect(**module).bindings) {
    json.beginObject().member("name", b.name).member("min", b.min_size).key("type");
    tell(json, *b.type);
    json.endObject();
  }
  return json.endArray().endObject().take();
}

}  // namespace
}  // namespace pngine

int main() {
  size_t length = 0;
  while (std::cin >> length) {
    std::cin.get();
    std::string text(length, '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(length));
    if (static_cast<size_t>(std::cin.gcount()) != length) return 1;
    std::cout << pngine::judge(text) << std::endl;
  }
  return 0;
}
