// The embedded executor in a wasm engine: both ways of loading, statuses, everything that depends on the frame, sizes,
// and hundreds of thousands of damaged payloads.
#include <doctest/doctest.h>

#include <random>

#include "executor/bytecode.h"
#include "executor/image.h"
#include "executor_host.h"
#include "format/bytecode_read.h"
#include "format/png.h"
#include "format/sample_programs.h"

using namespace pngine;
using namespace pngine::format;
using test::ExecutorHost;

namespace {

struct Loaded {
  Bytes payload;
  std::unique_ptr<ExecutorHost> host;
};
Loaded load(const CommandProgram& program, bool split = true) {
  Loaded out{*writePayload(program), nullptr};
  const auto view = readPayload(out.payload);
  REQUIRE(view);
  out.host = std::make_unique<ExecutorHost>(view->executor);
  if (split)
    out.host->loadSplit(out.payload);
  else
    out.host->loadSingle(out.payload);
  return out;
}

/// Blob that a command of the buffer points at, read from executor memory.
std::string blobAt(ExecutorHost& host, wire::Desc d) {
  REQUIRE(uint64_t{d.ptr} + d.len <= host.memorySize());
  return {reinterpret_cast<const char*>(host.memory()) + d.ptr, d.len};
}

/// What one frame of samples::everything() should say.
struct Frame {
  std::string order;
  uint16_t once_group = 0, vertex_buffer = 0;
  uint32_t x = 0, y = 0;
  std::string call;
};
Frame playFrame(ExecutorHost& host, uint32_t width, uint32_t height) {
  REQUIRE(host.frame(0, width, height) == 0);
  Frame out;
  const Bytes stream = host.commands();
  const auto result = decodeStream(stream, host.memorySize(), StreamLayout::current, [&](const auto& c, CommandPlace) {
    using C = std::remove_cvref_t<decltype(c)>;
    out.order += std::string(C::kName) + "; ";
    if constexpr (std::is_same_v<C, command::SetBindGroup>) out.once_group = c.id;
    if constexpr (std::is_same_v<C, command::SetVertexBuffer>) out.vertex_buffer = c.id;
    if constexpr (std::is_same_v<C, command::Dispatch>) out.x = c.x, out.y = c.y;
    if constexpr (std::is_same_v<C, command::CallWasm>) out.call = blobAt(host, c.name);
  });
  REQUIRE(result);
  return out;
}

const std::string kSteady =
    "write time inputs; call wasm function; begin compute pass; dispatch; end pass; set vertex buffer; submit; ";
const std::string kFirst = "begin compute pass; set bind group; end pass; " + kSteady;

}  // namespace

TEST_CASE("both ways of loading give the same commands and the right blobs") {
  const CommandProgram program = samples::search();
  std::vector<Bytes> seen;
  for (const bool split : {true, false}) {
    const Loaded l = load(program, split);
    REQUIRE(l.host->init() == 0);
    seen.push_back(l.host->commands());
    std::vector<std::string> blobs;
    uint32_t count = 0;
    REQUIRE(decodeStream(seen.back(), l.host->memorySize(), StreamLayout::current, [&](const auto& c, CommandPlace) {
      ++count;
      if constexpr (requires { c.desc; }) blobs.push_back(blobAt(*l.host, c.desc));
      if constexpr (requires { c.code; }) blobs.push_back(blobAt(*l.host, c.code));
    }));
    CHECK(count == program.load.count);
    REQUIRE(blobs.size() == program.blobs.size());
    for (size_t i = 0; i < blobs.size(); ++i) CHECK(blobs[i] == asText(program.blobs[i]));
    for (int i = 0; i < 3; ++i) {
      REQUIRE(l.host->frame() == 0);
      const Bytes frame = l.host->commands();
      CHECK(Bytes(frame.begin() + 8, frame.end()) == program.frames[0].segments[0].commands.bytes);
      CHECK(frame[4] == program.frames[0].segments[0].commands.count);
    }
  }
  CHECK(seen[0] == seen[1]);
}

TEST_CASE("the load stream can be read out of the bytecode, with records and without") {
  for (const CommandProgram& program : {samples::everything(), samples::search()}) {
    const Loaded loaded = load(program);
    REQUIRE(loaded.host->init() == 0);
    const auto view = readPayload(loaded.payload);
    CHECK(loadStream(view->bytecode) == loaded.host->commands());
  }
  const Bytes record = {executor::kCopy, 0, 1, 0, 200, 0, 0, 0, 0x24};
  CHECK(loadStream(record).empty());  // says that it has more bytes than there are
  CHECK(loadStream({}).empty());
}

TEST_CASE("once-only work, pools, the grid and strings") {
  for (const bool split : {true, false}) {
    const Loaded l = load(samples::everything(), split);
    ExecutorHost& host = *l.host;
    for (int round = 0; round < 2; ++round) {  // init re-arms the once-only work and the counter
      REQUIRE(host.init() == 0);
      CHECK(host.call("getFrameCounter") == 0);
      const Frame first = playFrame(host, 100, 33);
      CHECK(first.order == kFirst);
      CHECK(first.once_group == 20 + (0 + 1) % 2);
      CHECK(first.vertex_buffer == 300 + (0 + 2) % 3);
      CHECK(first.x == 13);
      CHECK(first.y == 3);
      CHECK(first.call == "tick");
      for (uint32_t n = 1; n < 8; ++n) {
        const Frame next = playFrame(host, 1, 16 * n);
        CHECK(next.order == kSteady);
        CHECK(next.vertex_buffer == 300 + (n + 2) % 3);
        CHECK(next.x == 1);
        CHECK(next.y == n);
      }
      CHECK(host.call("getFrameCounter") == 8);
    }
    // A restored counter steers pools, and does not bring the once-only work back.
    host.call("setFrameCounter", {ExecutorHost::integer(0)}, 0);
    const Frame again = playFrame(host, 8, 8);
    CHECK(again.order == kSteady);
    CHECK(again.vertex_buffer == 302);
    host.call("setFrameCounter", {ExecutorHost::integer(0xFFFFFFFF)}, 0);
    (void)playFrame(host, 8, 8);
    CHECK(host.call("getFrameCounter") == 0);
  }
}

TEST_CASE("each set of features plays what it is for") {
  // The four dynamic parts of the sample, left out in every combination.
  for (unsigned wanted = 0; wanted <= executor::kAllFeatures; ++wanted) {
    CommandProgram p = samples::everything();
    std::vector<Segment>& segments = p.frames[0].segments;
    for (Segment& s : segments) {
      std::erase_if(s.commands.fixups, [&](const Fixup& f) {
        const bool grid = f.kind == Fixup::Kind::grid_x || f.kind == Fixup::Kind::grid_y;
        return (f.kind == Fixup::Kind::pool && !(wanted & executor::kPools)) || (grid && !(wanted & executor::kGrid));
      });
      if (!(wanted & executor::kOnce)) s.once.reset();
    }
    const Loaded l = load(p);
    CHECK(readPayload(l.payload)->executor.size() == executor::imageSize(wanted));
    REQUIRE(l.host->init() == 0);
    for (uint32_t n = 0; n < 3; ++n) {
      const Frame f = playFrame(*l.host, 9, 17);
      CHECK(f.vertex_buffer == ((wanted & executor::kPools) ? 300 + (n + 2) % 3 : 300));
      CHECK(f.x == ((wanted & executor::kGrid) ? 2 : 0));
      CHECK((f.order == kSteady) == ((wanted & executor::kOnce) && n > 0));
    }
    CHECK(l.host->has("getFrameCounter") == ((wanted & executor::kPools) != 0));
    CHECK(l.host->has("getAbiVersion") == l.host->has("setFrameCounter"));
  }
}

TEST_CASE("a payload that travels without its executor plays with the one made for it") {
  const Bytes payload = *writePayload(samples::search(), {.executor = false});
  ExecutorHost host(*executorFor(*readPayload(payload)));
  host.loadSplit(payload);
  CHECK(host.init() == 0);
  CHECK(host.frame() == 0);
  CHECK(host.commands().size() == 8 + samples::search().frames[0].segments[0].commands.bytes.size());
}

TEST_CASE("statuses") {
  const Loaded l = load(samples::everything());
  ExecutorHost& host = *l.host;
  CHECK(host.frame() == 1);  // init was not called
  const uint32_t head = host.call("getBytecodePtr");
  const auto status = [&](size_t at, uint8_t value) {
    const uint8_t old = host.memory()[head + at];
    host.memory()[head + at] = value;
    const uint32_t s = host.init();
    if (s != 0) CHECK(host.frame() == 1);
    host.memory()[head + at] = old;
    return s;
  };
  CHECK(status(0, 'Q') == 2);
  CHECK(status(4, 1) == 3);
  CHECK(status(15, 0xFF) == 4);  // executor offset
  CHECK(status(19, 0xFF) == 4);  // its length
  CHECK(status(23, 1) == 4);     // strings behind data
  CHECK(status(25, 0xFF) == 4);  // data moved: stored addresses would be wrong
  CHECK(status(31, 1) == 4);     // WGSL table outside
  const size_t bytecode = 40 + readPayload(l.payload)->executor.size();
  CHECK(status(bytecode, 99) == 5);     // unknown record
  CHECK(status(bytecode + 7, 1) == 5);  // a copy past the end
  CHECK(host.init() == 0);
  host.call("setBytecodeLen", {ExecutorHost::integer(39)}, 0);
  CHECK(host.init() == 1);
  CHECK(host.frame() == 1);
  host.loadSplit(l.payload);
  host.call("setDataLen", {ExecutorHost::integer(3)}, 0);
  CHECK(host.init() == 4);
  host.loadSplit(l.payload);
  CHECK(host.init() == 0);
  CHECK(host.frame() == 0);
}

TEST_CASE("a malformed frame gives status 2, and the counter counts it") {
  CommandProgram p = samples::everything();
  const Loaded l = load(p);
  REQUIRE(l.host->init() == 0);
  const auto view = readPayload(l.payload);
  const uint32_t end =
      l.host->call("getBytecodePtr") + 40 + static_cast<uint32_t>(view->executor.size() + view->bytecode.size());
  l.host->memory()[end - executor::kRecordSize] = 77;  // the last record was `end`
  CHECK(l.host->frame() == 2);
  CHECK(l.host->call("getFrameCounter") == 1);
}

TEST_CASE("a large program gets the memory it needs") {
  CommandProgram p = samples::search();
  CommandWriter w(p.frames[0].segments[0].commands);
  for (int i = 0; i < 60000; ++i) w.put(command::Draw{3, 1, 0, 0});
  p.blobs.push_back(Bytes(3u << 20, 0xAB));
  for (const bool split : {true, false}) {
    const Loaded l = load(p, split);
    REQUIRE(l.host->init() == 0);
    REQUIRE(l.host->frame() == 0);
    const Bytes stream = l.host->commands();
    CHECK(stream.size() > 60000 * 17);
    uint32_t draws = 0;
    REQUIRE(decodeStream(stream, l.host->memorySize(), StreamLayout::current, [&](const auto& c, CommandPlace) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(c)>, command::Draw>) draws += c.vertices == 3;
    }));
    CHECK(draws == 60000);
  }
  CHECK(load(samples::search()).host->memorySize() == 65536);
}

TEST_CASE("many once-only passes do not share their marks") {
  CommandProgram p = samples::search();
  std::vector<Segment>& segments = p.frames[0].segments;
  const Segment submit = segments[0];
  segments.clear();
  for (uint32_t i = 0; i < 1000; ++i) {
    Segment s{.once = i * 256, .commands = {}};
    CommandWriter(s.commands).put(command::SetStencilReference{i});
    segments.push_back(s);
  }
  segments.push_back(submit);
  const Loaded l = load(p);
  REQUIRE(l.host->init() == 0);
  REQUIRE(l.host->frame() == 0);
  CHECK(l.host->commands().size() == 8 + 5000 + submit.commands.bytes.size());
  REQUIRE(l.host->frame() == 0);
  CHECK(l.host->commands().size() == 8 + submit.commands.bytes.size());
}

TEST_CASE("sizes") {
  MESSAGE("executor, copies only: ", executor::imageSize(0),
          " bytes; everything: ", executor::imageSize(executor::kAllFeatures), " bytes");
  CHECK(executor::imageSize(0) <= 600);
  for (unsigned f = 0; f <= executor::kAllFeatures; ++f) CHECK(executor::imageSize(f) <= 1000);
  const Bytes png = *embed(transparentPixel(), *writePayload(samples::search()));
  MESSAGE("small compute sample as PNG: ", png.size(), " bytes");
  CHECK(png.size() <= 1300);
}

TEST_CASE("damaged payloads end with a status, never with a trap or a long run") {
  std::mt19937 random(7);
  for (const CommandProgram& program : {samples::search(), samples::everything()}) {
    const Loaded l = load(program);
    ExecutorHost& host = *l.host;
    const uint32_t head = host.call("getBytecodePtr");
    const auto view = readPayload(l.payload);
    const auto bytecode = static_cast<uint32_t>(40 + view->executor.size());
    const auto length = static_cast<uint32_t>(view->bytecode.size());
    uint32_t played = 0, refused = 0;
    for (int i = 0; i < 60000; ++i) {
      std::memcpy(host.memory() + head, l.payload.data(), view->data_offset);
      for (uint32_t k = random() % 3 + 1; k > 0; --k) {
        const uint32_t at = random() % 4 == 0 ? random() % 40 : bytecode + random() % length;
        const uint32_t kind = random() % 3;
        host.memory()[head + at] = static_cast<uint8_t>(kind == 0 ? random() : kind == 1 ? 0xFF : random() % 8);
      }
      const uint32_t status = host.init();
      REQUIRE_FALSE(host.trapped);
      REQUIRE(status <= 5);
      if (status != 0) {
        ++refused;
        continue;
      }
      const uint32_t framed = host.frame(1e30f, 0, 0xFFFFFFFF);
      REQUIRE_FALSE(host.trapped);
      REQUIRE((framed == 0 || framed == 2));
      framed == 0 ? ++played : ++refused;
      if (framed == 0) REQUIRE(host.commands().size() >= 8);
    }
    CHECK(played > 1000);
    CHECK(refused > 1000);
  }
}
