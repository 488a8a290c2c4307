// Any bytes as a command stream, with themselves as the executor's memory: the checker, the words and the JSON of
// inspect, and every symptom. A payload among them gives its tables.
#include "format/payload.h"
#include "inspect/findings.h"
#include "inspect/print.h"
#include "inspect/shaders.h"
#include "inspect/streams.h"

using namespace pngine;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const ByteView bytes(data, size);
  if (const auto payload = format::readPayload(bytes)) (void)inspect::tablesText(*payload);
  const format::PayloadView none;
  for (const auto layout : {format::StreamLayout::current, format::StreamLayout::early}) {
    const player::ExecutorStream stream{.commands = bytes, .memory = bytes, .layout = layout};
    inspect::Inspection inspection;
    inspect::StreamChecker checker(none, inspection);
    inspect::collectShaders(stream, inspection.shaders);
    for (const bool load : {true, false}) {
      checker.check(stream, load, 0);
      inspection.streams.push_back(inspect::decode(stream, load));
      inspection.streams.back().load = load;
    }
    inspect::checkShaders(inspection);
    for (const inspect::DecodedStream& s : inspection.streams) (void)inspect::streamText(s);
    (void)inspect::summaryText(inspection);
    (void)inspect::findingsText(inspection, true);
    for (const std::string_view word : {"black", "colors", "blend", "flicker", "geometry"}) {
      const auto symptom = inspect::symptomOf(word);
      if (!symptom) std::abort();
      const inspect::Diagnosis diagnosis = inspect::diagnose(inspection, *symptom);
      (void)inspect::diagnosisText(diagnosis);
      const inspect::InspectOptions options;
      const std::string json = inspect::reportJson(
          {.input = "x", .payload = &none, .inspection = &inspection, .options = &options, .diagnosis = &diagnosis});
      if (json.empty() || json.back() != '\n' || json.find('\n') + 1 != json.size()) std::abort();
    }
  }
  return 0;
}
