// Inspections worded: text for people, JSON for tools.
#pragma once
#include "base/json.h"
#include "inspect/inspection.h"

namespace pngine::inspect {

struct StreamSummary {
  uint64_t total = 0, created = 0, draws = 0, dispatches = 0, queue = 0;
};
StreamSummary summarise(const DecodedStream& stream);

std::string tablesText(const format::PayloadView& payload);
std::string streamText(const DecodedStream& stream);
/// Counts by kind, the entry points of each pipeline, the buffers with their usage.
std::string summaryText(const Inspection& inspection);
std::string findingsText(const Inspection& inspection, bool warnings_too);
std::string diagnosisText(const Diagnosis& diagnosis);

struct Report {
  std::string_view input;
  const format::PayloadView* payload;
  const Inspection* inspection;
  const InspectOptions* options;
  bool load = true, frames = true;  ///< which streams to print
  const Diagnosis* diagnosis = nullptr;
};
/// One line with its line break.
std::string reportJson(const Report& report);

}  // namespace pngine::inspect
