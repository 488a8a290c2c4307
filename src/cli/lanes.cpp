// Writers for readbacks. NPY layout: numpy.lib.format, version 1.0.
#include "cli/lanes.h"

#include "base/json.h"
#include "base/text.h"

namespace pngine::cli {
namespace {

std::string labelOf(const player::Readback& r) { return r.name.empty() ? cat("buffer ", r.buffer) : r.name; }

}  // namespace

std::vector<uint64_t> lanesOf(ByteView bytes) {
  std::vector<uint64_t> out((bytes.size() + 7) / 8);
  for (size_t i = 0; i < bytes.size(); ++i) out[i / 8] |= uint64_t{bytes[i]} << (8 * (i % 8));
  return out;
}

std::string lanesText(const std::vector<player::Readback>& readbacks, bool many_frames) {
  std::string out;
  for (const player::Readback& r : readbacks) {
    if (many_frames) out += cat("frame ", r.frame, ", ");
    out += cat(labelOf(r), ":");
    for (const uint64_t lane : lanesOf(r.bytes)) out += cat(" ", lane);
    out += "\n";
  }
  return out;
}

std::string lanesCsv(const std::vector<player::Readback>& readbacks) {
  std::string out = "frame,buffer,offset,lane,value\n";
  for (const player::Readback& r : readbacks) {
    size_t index = 0;
    for (const uint64_t lane : lanesOf(r.bytes)) {
      out += cat(r.frame, ",", labelOf(r), ",", r.offset, ",", index++, ",", lane, "\n");
    }
  }
  return out;
}

std::string playJson(const player::PlayResult& result) {
  JsonWriter json;
  json.beginObject();
  json.member("status", result.error || !result.reports.empty() ? "error" : "ok");
  if (result.error) json.member("message", std::string_view(result.error->message));
  json.key("adapter").beginObject();
  json.member("name", std::string_view(result.adapter.name)).member("driver", std::string_view(result.adapter.driver));
  json.member("backend", std::string_view(result.adapter.backend)).member("software", result.adapter.software);
  json.endObject();
  json.member("frames", result.stats.frames);
  json.key("readbacks").beginArray();
  for (const player::Readback& r : result.readbacks) {
    json.beginObject();
    json.member("frame", r.frame).member("buffer", std::string_view(r.name)).member("id", uint32_t{r.buffer});
    json.member("offset", r.offset).member("bytes", uint64_t{r.bytes.size()});
    json.key("lanes").beginArray();
    for (const uint64_t lane : lanesOf(r.bytes)) json.unsignedInteger(lane);
    json.endArray().endObject();
  }
  json.endArray().key("warnings").beginArray();
  for (const std::string& w : result.warnings) json.string(w);
  json.endArray().key("reports").beginArray();
  for (const player::GpuReport& r : result.reports) {
    json.beginObject().member("frame", r.frame).member("load", r.load);
    json.member("source", std::string_view(r.source)).member("message", std::string_view(r.message)).endObject();
  }
  json.endArray().endObject();
  return json.take() + "\n";
}

Bytes lanesNpy(const std::vector<player::Readback>& readbacks) {
  if (readbacks.empty()) return {};
  const size_t lanes = lanesOf(readbacks[0].bytes).size();
  for (const player::Readback& r : readbacks) {
    if (lanesOf(r.bytes).size() != lanes) return {};
  }
  const std::string shape =
      readbacks.size() == 1 ? cat("(", lanes, ",)") : cat("(", readbacks.size(), ", ", lanes, ")");
  std::string header = cat("{'descr': '<u8', 'fortran_order': False, 'shape': ", shape, ", }");
  constexpr size_t kPreamble = 10, kAlignment = 64;
  while ((kPreamble + header.size() + 1) % kAlignment != 0) header += ' ';
  header += '\n';
  ByteWriter out;
  out.text("\x93NUMPY").u8(1).u8(0).u16(static_cast<uint16_t>(header.size())).text(header);
  for (const player::Readback& r : readbacks) {
    for (const uint64_t lane : lanesOf(r.bytes)) out.u64(lane);
  }
  return out.take();
}

}  // namespace pngine::cli
