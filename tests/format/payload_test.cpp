// The payload: a known one of another writer, what we write and read back, what the writer refuses, and damage.
#include "format/payload.h"

#include <doctest/doctest.h>

#include <random>

#include "format/sample_programs.h"

using namespace pngine;
using namespace pngine::format;

namespace {

/// A payload without executor: one pass that clears the canvas, one frame "go", in the older public bytecode.
const Bytes kClear = {0x50, 0x4e, 0x47, 0x42, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                      0x00, 0x00, 0x00, 0x00, 0x54, 0x00, 0x00, 0x00, 0x5c, 0x00, 0x00, 0x00, 0x68, 0x00, 0x00, 0x00,
                      0x69, 0x00, 0x00, 0x00, 0x6b, 0x00, 0x00, 0x00, 0x33, 0x00, 0x00, 0x00, 0x10, 0xc0, 0x00, 0xff,
                      0xfe, 0x01, 0x00, 0xc0, 0x00, 0xff, 0xff, 0x00, 0x00, 0x80, 0x3e, 0x00, 0x00, 0x00, 0x3f, 0x00,
                      0x00, 0x40, 0x3f, 0x00, 0x00, 0x80, 0x3f, 0xc0, 0x00, 0xff, 0xff, 0x19, 0x34, 0x30, 0x00, 0x00,
                      0x32, 0x00, 0x24, 0x31, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x67, 0x6f, 0x01, 0x00, 0x00, 0x00,
                      0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x7b, 0x7d, 0x00, 0x00, 0x00, 0x00};

Error::Kind refusal(const CommandProgram& p) {
  const auto r = writePayload(p);
  REQUIRE_FALSE(r);
  return r.error().kind;
}

}  // namespace

TEST_CASE("a payload of another writer, without executor") {
  const auto p = readPayload(kClear);
  REQUIRE(p);
  CHECK(p->executor.empty());
  CHECK(p->plugins == 3);
  CHECK(p->bytecode.size() == 0x54 - 40);
  CHECK(p->strings == std::vector<std::string_view>{"go"});
  REQUIRE(p->data.size() == 1);
  CHECK(asText(p->data[0]) == "{}");
  CHECK(p->head().size() == 0x5C);
  CHECK(p->dataSection().size() == 0x68 - 0x5C);
  CHECK(p->shaders.empty());
  CHECK(p->uniforms.empty());
  CHECK_FALSE(p->premultiplied());
}

TEST_CASE("what is written is read back") {
  const CommandProgram program = samples::everything();
  const auto bytes = writePayload(program);
  REQUIRE(bytes);
  const auto p = readPayload(*bytes);
  REQUIRE(p);
  CHECK(p->flags == (1 | 4 | 8));
  CHECK(p->premultiplied());
  CHECK(p->strings == std::vector<std::string_view>{"tick", "maxBindGroups", "inputs", "time"});
  REQUIRE(p->data.size() == 1);
  CHECK(asText(p->data[0]) == "initial contents");
  REQUIRE(p->uniforms.size() == 1);
  CHECK(p->uniforms[0].name == "inputs");
  CHECK(p->uniforms[0].fields.at(0).path == "time");
  CHECK(p->uniforms[0].fields.at(0).size == 4);
  REQUIRE(p->limits.size() == 1);
  CHECK(p->limits[0].name == "maxBindGroups");
  CHECK(p->limits[0].value == 5);
  CHECK(p->names.empty());
  CHECK(writePayload(program) == bytes);
}

TEST_CASE("names and shaders are kept, and cost nothing when there are none") {
  CommandProgram program = samples::search();
  const auto with = writePayload(program);
  REQUIRE(with);
  const auto p = readPayload(*with);
  REQUIRE(p);
  CHECK(p->nameOf(ResourceName::Kind::buffer, 2) == "readback");
  CHECK(p->nameOf(ResourceName::Kind::buffer, 1).empty());
  CHECK(p->nameOf(ResourceName::Kind::texture, 2).empty());
  REQUIRE(p->shaders.size() == 2);
  CHECK(asText(p->data[p->shaders[1].data]) == samples::kFold);
  program.names.clear();
  const auto without = writePayload(program);
  REQUIRE(without);
  CHECK(without->size() == with->size() - 2 - 4 - 8);
  CHECK((*without)[6] == 1);
  program.limits.push_back({webgpu::Limit::max_bind_groups, 8});
  program.names.push_back({ResourceName::Kind::texture, 9, "t"});
  const auto both = writePayload(program);
  const auto q = readPayload(*both);
  REQUIRE(q);
  CHECK(q->limits.size() == 1);
  CHECK(q->nameOf(ResourceName::Kind::texture, 9) == "t");
}

TEST_CASE("without executor the program is the same and the executor can be had") {
  const auto bytes = writePayload(samples::search(), {.executor = false});
  REQUIRE(bytes);
  const auto p = readPayload(*bytes);
  REQUIRE(p);
  CHECK(p->executor.empty());
  CHECK((*bytes)[6] == 16);
  const auto executor = executorFor(*p);
  REQUIRE(executor);
  CHECK(asText(ByteView(*executor).first(4)) == std::string_view("\0asm", 4));
}

TEST_CASE("the writer refuses what the format cannot hold") {
  CommandProgram many = samples::search();
  many.frames[0].segments[0].commands.count = 65536;
  CHECK(refusal(many) == Error::Kind::too_large);
  CommandProgram load = samples::search();
  load.load.count = 65536;
  CHECK(refusal(load) == Error::Kind::too_large);
  CommandProgram blob = samples::search();
  blob.load.fixups[0].blob = 99;
  CHECK(refusal(blob) == Error::Kind::bad_program);
  CommandProgram place = samples::search();
  place.load.fixups[0].at = 0xFFFFFFFF;
  CHECK(refusal(place) == Error::Kind::bad_program);
  CommandProgram pool = samples::everything();
  pool.load.fixups.push_back({.kind = Fixup::Kind::pool, .at = 1, .size = 2});
  CHECK(refusal(pool) == Error::Kind::bad_program);
  CommandProgram size = samples::everything();
  size.frames[0].segments[2].commands.fixups.push_back({.kind = Fixup::Kind::pool, .at = 1, .size = 256});
  CHECK(refusal(size) == Error::Kind::bad_program);
  CommandProgram large = samples::search();
  large.blobs.push_back(Bytes(64u << 20));
  CHECK(refusal(large) == Error::Kind::too_large);
  CommandProgram text = samples::everything();
  text.strings.push_back(std::string(65535, 'x'));
  CHECK(refusal(text) == Error::Kind::too_large);
  CommandProgram bindings = samples::everything();
  bindings.uniforms.resize(257);
  CHECK(refusal(bindings) == Error::Kind::too_large);
}

TEST_CASE("a uniform whose name no longer fits is left out") {
  CommandProgram p = samples::everything();
  p.uniforms.push_back({0, std::string(65530, 'x'), 0, 1, {}});
  const auto bytes = writePayload(p);
  REQUIRE(bytes);
  CHECK(readPayload(*bytes)->uniforms.size() == 1);
}

TEST_CASE("damaged headers are named") {
  using Kind = Error::Kind;
  const auto kind = [](Bytes b) { return readPayload(b).error().kind; };
  CHECK(kind({}) == Kind::truncated);
  Bytes magic = kClear;
  magic[0] = 'Q';
  CHECK(kind(magic) == Kind::bad_payload);
  Bytes version = kClear;
  version[4] = 1;
  CHECK(kind(version) == Kind::bad_version);
  Bytes order = kClear;
  order[24] = 0x53;
  CHECK(kind(order) == Kind::bad_payload);
  Bytes inside = kClear;
  inside[6] = 1, inside[12] = 39, inside[16] = 1;
  CHECK(kind(inside) == Kind::bad_payload);
  Bytes overflow = kClear;
  overflow[6] = 1, overflow[12] = 40;
  for (size_t i = 16; i < 20; ++i) overflow[i] = 0xFF;
  CHECK(kind(overflow) == Kind::bad_payload);
  Bytes limits = kClear;
  limits[6] = 4;
  CHECK(kind(limits) == Kind::bad_payload);
}

TEST_CASE("every truncation and many mutations are read safely") {
  std::mt19937 random(1);
  for (const CommandProgram& program : {samples::search(), samples::everything()}) {
    const Bytes good = *writePayload(program);
    for (size_t n = 0; n < good.size(); ++n) (void)readPayload(ByteView(good).first(n));
    size_t accepted = 0;
    for (int i = 0; i < 20000; ++i) {
      Bytes bad = good;
      for (uint32_t k = random() % 4 + 1; k > 0; --k) {
        // Half of the changes hit the header, where the offsets are.
        const size_t at = random() % 2 ? random() % kPayloadHeader : random() % bad.size();
        bad[at] = static_cast<uint8_t>(random());
      }
      if (const auto p = readPayload(bad)) {
        ++accepted;
        CHECK(p->data_offset <= p->wgsl_offset);
        CHECK(p->wgsl_offset <= bad.size());
      }
    }
    CHECK(accepted > 100);
    CHECK(accepted < 19000);
  }
}
