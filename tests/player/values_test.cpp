// Values that only a device gives: the Collatz numbers, zeroed workgroup memory, queries, pools of the executor.
#include "programs.h"

using namespace pngine;
using namespace pngine::test;

TEST_CASE("the Collatz search gives its four numbers on both software GPUs") {
  for (const char* adapter : {"swiftshader", "llvmpipe"}) {
    CAPTURE(adapter);
    if (!hasAdapter(adapter)) continue;
    const auto result = player::play(collatzPayload(), onAdapter(adapter));
    INFO(describe(result));
    REQUIRE(!result.error);
    CHECK(result.reports.empty());
    CHECK(result.adapter.software);
    REQUIRE(result.readbacks.size() == 1);
    CHECK(result.readbacks[0].name == "answer");
    CHECK(lanes(result.readbacks[0].bytes) == std::vector<uint64_t>{131072, 106239, 353, 14457822});
  }
}
