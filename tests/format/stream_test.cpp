// The command stream: every command survives a round trip, sizes and numbers are pinned, damage is found before any
// visitor hears of a command.
#include "format/stream.h"

#include <doctest/doctest.h>

#include <map>

using namespace pngine;
using namespace pngine::format;

namespace {

Bytes streamOf(const CommandList& list) {
  ByteWriter out;
  out.u32(static_cast<uint32_t>(8 + list.bytes.size())).u16(static_cast<uint16_t>(list.count)).u16(0).raw(list.bytes);
  return out.take();
}

/// Gives every field of a command a value of its own; lists get two items.
struct Filler {
  uint32_t next = 1;
  template <class T>
    requires std::is_arithmetic_v<T>
  void fill(T& v) {
    v = static_cast<T>(next++);
  }
  void fill(wire::Desc& v) { v = {next++, 16}; }
  void fill(wire::BundleList& v) {
    v.count = 2;
    fill(v.ids[0]), fill(v.ids[1]);
  }
  void fill(wire::TargetList& v) {
    v.count = 2;
    for (int i = 0; i < 2; ++i) v.items[i] = {static_cast<uint16_t>(next++), 1, 0, 0.25f, 0.5f, 0.75f, 1.0f};
  }
  void fill(wire::TargetList8& v) {
    v.count = 2;
    for (int i = 0; i < 2; ++i) v.items[i] = {static_cast<uint16_t>(next++), 1, 0, 0.0f, 1.0f, 51 / 255.0f, 1.0f};
  }
  void fill(wire::ArgBytes& v) {
    v.count = 3;
    for (uint8_t i = 0; i < 3; ++i) v.bytes[i] = static_cast<uint8_t>(next++);
  }
};

struct Printer {
  std::string out;
  template <class T>
    requires std::is_arithmetic_v<T>
  void add(T v) {
    out += std::to_string(v) + " ";
  }
  void add(const wire::Desc& v) { add(v.ptr), add(v.len); }
  void add(const wire::BundleList& v) {
    for (int i = 0; i < v.count; ++i) add(v.ids[i]);
  }
  void add(const wire::TargetList& v) {
    for (int i = 0; i < v.count; ++i) {
      const wire::Target& t = v.items[i];
      add(t.texture), add(t.load), add(t.store), add(t.r), add(t.g), add(t.b), add(t.a);
    }
  }
  void add(const wire::ArgBytes& v) {
    for (int i = 0; i < v.count; ++i) add(v.bytes[i]);
  }
};
template <class C>
std::string print(const C& c) {
  Printer p;
  p.out = std::string(C::kName) + ": ";
  forEachField(c, [&](std::string_view, const auto& v) { p.add(v); });
  return p.out;
}

template <class C>
C filled() {
  C c;
  Filler f;
  forEachField(c, [&](std::string_view, const auto& v) { f.fill(const_cast<std::remove_cvref_t<decltype(v)>&>(v)); });
  return c;
}

StreamError errorOf(const Bytes& stream, StreamLayout layout = StreamLayout::current) {
  int calls = 0;
  const auto result = decodeStream(stream, 1024, layout, [&](const auto&, CommandPlace) { ++calls; });
  CHECK(calls == 0);
  REQUIRE_FALSE(result);
  return result.error();
}
Bytes framed(uint32_t length, uint16_t count, Bytes commands) {
  ByteWriter out;
  out.u32(length).u16(count).u16(0).raw(commands);
  return out.take();
}

}  // namespace

TEST_CASE("every command survives a round trip") {
  CommandList list;
  CommandWriter w(list);
  std::vector<std::string> expected, got;
  std::vector<uint32_t> offsets;
#define FIELD(type, name)
#define COMMAND(opcode, Struct, text, group, fields)                \
  offsets.push_back(8 + w.put(filled<command::Struct>()).offset()); \
  expected.push_back(print(filled<command::Struct>()));
#include "format/commands.def"
  CHECK(list.count == expected.size());
  uint32_t index = 0;
  const auto result = decodeStream(streamOf(list), 1024, StreamLayout::current, [&](const auto& c, CommandPlace place) {
    got.push_back(print(c));
    CHECK(place.index == index);
    CHECK(place.offset == offsets[index++]);
  });
  REQUIRE(result);
  CHECK(got == expected);
}

TEST_CASE("opcodes and sizes are those of the host boundary") {
  // Bytes behind the opcode; counted commands with two items and three argument bytes.
  const std::map<int, size_t> sizes = {
      {0x01, 8},  {0x02, 10}, {0x03, 10}, {0x04, 10}, {0x05, 10}, {0x06, 10}, {0x07, 12}, {0x08, 12}, {0x09, 10},
      {0x0A, 10}, {0x0B, 10}, {0x0C, 10}, {0x0D, 10}, {0x10, 12}, {0x11, 0},  {0x12, 2},  {0x13, 3},  {0x14, 3},
      {0x15, 16}, {0x16, 20}, {0x17, 0},  {0x18, 12}, {0x19, 3},  {0x1A, 5},  {0x1B, 19}, {0x1C, 6},  {0x1D, 6},
      {0x1E, 6},  {0x1F, 24}, {0x20, 14}, {0x21, 8},  {0x22, 16}, {0x23, 8},  {0x24, 14}, {0x25, 11}, {0x26, 8},
      {0x27, 16}, {0x30, 10}, {0x31, 16}, {0x4A, 6},  {0x4B, 2},  {0x4C, 0},  {0x4D, 4},  {0x4E, 4},  {0x4F, 16},
      {0x50, 4},  {0x51, 16}, {0x52, 8},  {0x53, 24}, {0x54, 43}, {0xF0, 0},  {0xFF, 0}};
  std::map<int, size_t> got;
#define FIELD(type, name)
#define COMMAND(opcode, Struct, text, group, fields)    \
  {                                                     \
    CommandList list;                                   \
    CommandWriter(list).put(filled<command::Struct>()); \
    CHECK(list.bytes[0] == (opcode));                   \
    got[opcode] = list.bytes.size() - 1;                \
  }
#include "format/commands.def"
  CHECK(got == sizes);
}

TEST_CASE("offsets of fields") {
  static_assert(fieldOffset(&command::SetBindGroup::id) == 2);
  static_assert(fieldOffset(&command::SetVertexBuffer::slot) == 1);
  static_assert(fieldOffset(&command::Dispatch::z) == 9);
  static_assert(fieldOffset(&command::BeginRenderPass::color) == 1);
  static_assert(descOffset<command::CreateBindGroup>() == 5);
  static_assert(descOffset<command::WriteBuffer>() == 7);
  static_assert(descOffset<command::Draw>() == 0);
  CommandList list;
  CommandWriter w(list);
  w.put(command::Submit{});
  w.put(command::CreateShader{3, {0, 9}}).data(5);
  REQUIRE(list.fixups.size() == 1);
  CHECK(list.fixups[0].at == 1 + 3);
  CHECK(list.fixups[0].blob == 5);
}

TEST_CASE("known bytes: one pass that clears the canvas") {
  const Bytes stream = {0x23, 0, 0, 0, 3,    0, 0, 0,    0x53, 0xFE, 0xFF, 1,    0,    0xFF, 0xFF, 0,    0,   0x80,
                        0x3E, 0, 0, 0, 0x3F, 0, 0, 0x40, 0x3F, 0,    0,    0x80, 0x3F, 0xFF, 0xFF, 0x17, 0xF0};
  std::string text;
  const auto result =
      decodeStream(stream, 0, StreamLayout::current, [&](const auto& c, CommandPlace) { text += print(c) + "\n"; });
  REQUIRE(result);
  CHECK(text ==
        "begin render pass: 65534 1 0 65535 0.250000 0.500000 0.750000 1.000000 65535 \nend pass: \nsubmit: \n");
}

TEST_CASE("damage is found before the first command is handed on") {
  using Kind = StreamError::Kind;
  CHECK(errorOf({}).kind == Kind::header);
  CHECK(errorOf({8, 0, 0, 0, 0, 0, 0}).kind == Kind::header);
  CHECK(errorOf(framed(9, 0, {})).kind == Kind::header);
  CHECK(errorOf(framed(0, 0, {})).kind == Kind::header);
  CHECK(errorOf(framed(9, 2, {0xF0})).kind == Kind::bad_count);
  CHECK(errorOf(framed(10, 1, {0xF0, 0xF0})).kind == Kind::trailing);
  const StreamError unknown = errorOf(framed(11, 3, {0xF0, 0x3B, 0xF0}));
  CHECK(unknown.kind == Kind::unknown_opcode);
  CHECK(unknown.message == "unknown opcode 0x3b (command 1, byte 9)");
  const StreamError cut = errorOf(framed(11, 2, {0xF0, 0x12, 0}));
  CHECK(cut.kind == Kind::truncated);
  CHECK(cut.message ==
        "operands of opcode 0x12 (set pipeline) cross the end of the command buffer (command 1, byte 9)");
  CHECK(errorOf(framed(10, 1, {0x1A, 17})).kind == Kind::bad_count);
  CHECK(errorOf(framed(10, 1, {0x54, 9})).kind == Kind::bad_count);
  CHECK(errorOf(framed(19, 1, {4, 0, 0, 0xFF, 3, 0, 0, 2, 0, 0, 0})).kind == Kind::blob);
  CHECK(errorOf(framed(19, 1, {4, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF})).kind == Kind::blob);
  Bytes flagged = framed(8, 0, {});
  flagged[6] = 1;
  CHECK(errorOf(flagged).kind == Kind::flagged);
}

TEST_CASE("a blob may touch the end of memory, and an empty one may lie anywhere") {
  CommandList list;
  CommandWriter w(list);
  w.put(command::CreateShader{0, {1000, 24}});
  w.put(command::CreateShader{1, {0xFFFFFFFF, 0}});
  CHECK(decodeStream(streamOf(list), 1024, StreamLayout::current, [](const auto&, CommandPlace) {}));
}

TEST_CASE("early widths") {
  const Bytes stream =
      framed(8 + 8 + 7 + 2, 4, {0x01, 5, 0, 64, 0, 0, 0, 0x48, 0x10, 0xFE, 0xFF, 1, 0, 0xFF, 0xFF, 0x17, 0xF0});
  CHECK(errorOf(stream).kind != StreamError::Kind::header);
  CHECK(detectLayout(stream, 1024) == StreamLayout::early);
  std::string text;
  REQUIRE(decodeStream(stream, 0, StreamLayout::early, [&](const auto& c, CommandPlace) { text += print(c) + "\n"; }));
  CHECK(text ==
        "create buffer: 5 64 72 \nbegin render pass (8-bit clear): 65534 1 0 65535 0 0 0 255 65535 \nend pass: "
        "\nsubmit: \n");
  CHECK(detectLayout(framed(9, 1, {0xF0}), 0) == StreamLayout::current);
  CHECK_FALSE(detectLayout(framed(9, 1, {0x3B}), 0));
}

TEST_CASE("a visitor of few commands hears only those") {
  struct Draws : NullVisitor {
    using NullVisitor::on;
    void on(const command::Draw& c, CommandPlace) override { vertices += c.vertices; }
    uint32_t vertices = 0;
  } draws;
  CommandList list;
  CommandWriter w(list);
  w.put(command::Draw{3, 1, 0, 0});
  w.put(command::EndPass{});
  w.put(command::Draw{4, 1, 0, 0});
  REQUIRE(decodeStream(streamOf(list), 0, StreamLayout::current, draws));
  CHECK(draws.vertices == 7);
}
