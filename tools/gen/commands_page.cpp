// docs/commands.md out of commands.def.
#include <vector>

#include "base/text.h"
#include "format/commands.h"
#include "pages.h"

namespace pngine::gen {
namespace {

struct Field {
  std::string_view type, name;
};
struct Command {
  unsigned opcode;
  std::string_view name, group;
  std::vector<Field> fields;
};

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
#define FIELD(type, name) {#type, #name},
#define COMMAND(opcode, Struct, text, group, fields) {opcode, text, #group, {fields}},
#include "format/commands.def"
  };
  return all;
}

/// Bytes of a field on the wire; 0 for the counted ones.
unsigned sizeOf(std::string_view type) {
  if (type == "u8") return 1;
  if (type == "u16") return 2;
  if (type == "Desc") return 8;
  return type == "u32" || type == "i32" || type == "f32" ? 4 : 0;
}

std::string_view wireOf(std::string_view type) {
  if (type == "Desc") return "ptr u32, len u32";
  if (type == "BundleList") return "count u8, then u16 each";
  if (type == "TargetList") return "count u8, then 20 bytes each";
  if (type == "TargetList8") return "count u8, then 8 bytes each";
  if (type == "ArgBytes") return "count u8, then the bytes";
  return type;
}

std::string hex(unsigned value) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return cat("0x", kDigits[value >> 4 & 15], kDigits[value & 15]);
}

std::string row(const Command& c) {
  std::string operands;
  unsigned size = 1;
  bool fixed = true;
  for (const Field& f : c.fields) {
    operands += cat(operands.empty() ? "" : "; ", "`", f.name, "` ", wireOf(f.type));
    size += sizeOf(f.type);
    fixed = fixed && sizeOf(f.type) != 0;
  }
  return cat("| `", hex(c.opcode), "` | ", c.name, c.group == "retired" ? " (retired: read, never written)" : "", " | ",
             operands.empty() ? "none" : operands, " | ", fixed ? toText(uint64_t{size}) : "varies", " |\n");
}

constexpr std::string_view kIntroduction =
    R"(What an executor hands to its host after `init` and after each `frame`: a command buffer of

```
total length u32 | number of commands u16 | flags u16 = 0 | commands ...
```

Each command is an opcode byte followed by its operands, little-endian and without padding. A pointer with a length names bytes in
the executor's memory. Opcodes are permanent: new ones are appended, none is renumbered, resized or used again. What the
commands do, and the layout of descriptors, is told in [file-format.md](file-format.md).

Texture id `0xFFFE` is the canvas, `0xFFFF` no texture. Bit 15 of the layout word of a bind group says that the rest is a
bind-group layout's id; without it, it is a pipeline's.

| opcode | command | operands | bytes |
|---|---|---|---|
)";

}  // namespace

std::string commandsPage() {
  std::string out = cat("# Commands\n\n", generatedFrom("src/format/commands.def"), kIntroduction);
  for (const Command& c : commands()) out += row(c);
  return out + R"(
One color target of *several targets* is `texture` u16, `load` u8 (0 load, 1 clear), `store` u8 (0 store, 1 discard), then the
clear color as four f32; in the retired form the clear color is four bytes, each divided by 255.
)";
}

}  // namespace pngine::gen
