// The C++ example of README.md. The lines between the two marks stand there word for word; documents_test.cpp compares.
#include <doctest/doctest.h>

// README begins
#include "compile/compile.h"
#include "format/png.h"
#include "player/player.h"

/// Compiles a document to a PNG that plays; nothing where it has errors.
pngine::Bytes toPng(std::string_view source) {
  const pngine::compile::Compiled compiled = pngine::compile::compile(source, {});
  if (compiled.payload.empty()) return {};  // compiled.diagnostics says why
  return pngine::format::embed(pngine::format::transparentPixel(), compiled.payload).value_or(pngine::Bytes{});
}

/// Runs the first frame of such a PNG and gives the bytes that came back.
pngine::Bytes firstReadback(pngine::ByteView png) {
  const auto payload = pngine::format::extractChunk(png);
  if (!payload) return {};  // payload.error().message says why
  pngine::player::PlayOptions options;
  options.adapter = pngine::player::parseAdapter("software");
  const pngine::player::PlayResult result = pngine::player::play(*payload, options);
  return result.readbacks.empty() ? pngine::Bytes{} : result.readbacks[0].bytes;
}
// README ends

TEST_CASE("the C++ example computes") {
  const pngine::Bytes png = toPng(R"(
(buffer :name squares :size 64 :usage [storage copy-src])
(buffer :name answer :size 64 :usage [map-read copy-dst])
(shader-module :name code :code """
@group(0) @binding(0) var<storage, read_write> squares: array<vec2u>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
  squares[id.x] = vec2u(id.x * id.x, 0u);
}
""")
(compute-pipeline :name pipeline :layout auto (compute :module code))
(bind-group :name group :layout pipeline (entry :binding 0 :buffer squares))
(compute-pass :name square :pipeline pipeline :bind-groups [group] (dispatch :workgroups [1]))
(queue :name fetch (copy-buffer-to-buffer :source squares :destination answer :size 64))
(frame :name main :perform [square fetch])
)");
  REQUIRE(!png.empty());
  const pngine::Bytes bytes = firstReadback(png);
  REQUIRE(bytes.size() == 64);
  for (size_t i = 0; i < 8; ++i) CHECK(bytes[8 * i] == i * i);
}

TEST_CASE("the C++ example survives what is no program") {
  CHECK(toPng("(bufer)").empty());
  CHECK(firstReadback(pngine::format::transparentPixel()).empty());
}
