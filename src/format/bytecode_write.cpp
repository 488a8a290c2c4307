// The two shapes of a program: finished command buffers, or records when something depends on the frame.
#include "format/bytecode_write.h"

#include <algorithm>

#include "executor/bytecode.h"
#include "format/stream.h"

namespace pngine::format {
namespace {

using Kind = Fixup::Kind;

void put32(Bytes& bytes, size_t at, uint32_t value) {
  for (size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<uint8_t>(value >> (8 * i));
}

/// What the segments of a frame come to: runs of commands that are all once-only or all not. A second segment of the
/// same once id can never run (the first one always precedes it in the only frame that plays), so it is dropped.
struct Run {
  bool once = false;
  CommandList commands;
};
std::vector<Run> runsOf(const FrameProgram& frame) {
  std::vector<Run> runs;
  std::vector<uint32_t> seen;
  for (const Segment& s : frame.segments) {
    if (s.once) {
      if (std::ranges::find(seen, *s.once) != seen.end()) continue;
      seen.push_back(*s.once);
    }
    if (s.commands.bytes.empty()) continue;
    if (runs.empty() || runs.back().once != s.once.has_value()) runs.push_back({s.once.has_value(), {}});
    CommandList& to = runs.back().commands;
    const auto base = static_cast<uint32_t>(to.bytes.size());
    to.bytes.insert(to.bytes.end(), s.commands.bytes.begin(), s.commands.bytes.end());
    to.count += s.commands.count;
    for (Fixup f : s.commands.fixups) {
      f.at += base;
      to.fixups.push_back(f);
    }
  }
  return runs;
}

/// The commands with the addresses of blobs and strings filled in.
Bytes resolved(const CommandList& list, const Addresses& addresses) {
  Bytes bytes = list.bytes;
  for (const Fixup& f : list.fixups) {
    if (f.kind == Kind::data) put32(bytes, f.at, addresses.blobs[f.blob]);
    if (f.kind == Kind::string) put32(bytes, f.at, addresses.strings[f.blob]);
  }
  return bytes;
}

void writeRecord(ByteWriter& out, executor::Op op, uint32_t k, uint32_t q, size_t r) {
  out.u8(op).u8(static_cast<uint8_t>(k)).u16(static_cast<uint16_t>(q)).u32(static_cast<uint32_t>(r));
}

/// One copy, then the patches into it.
void writeCommands(ByteWriter& out, const CommandList& list, const Addresses& addresses) {
  const Bytes bytes = resolved(list, addresses);
  if (bytes.empty()) return;
  writeRecord(out, executor::kCopy, 0, list.count, bytes.size());
  out.raw(bytes);
  for (const Fixup& f : list.fixups) {
    const size_t distance = bytes.size() - f.at;
    if (f.kind == Kind::pool) writeRecord(out, executor::kPool, f.size - 1, f.offset % f.size, distance);
    if (f.kind == Kind::grid_x) writeRecord(out, executor::kGridSize, 0, f.size - 1, distance);
    if (f.kind == Kind::grid_y) writeRecord(out, executor::kGridSize, 4, f.size - 1, distance);
  }
}

void writeImage(ByteWriter& out, const CommandList& list, const Addresses& addresses) {
  const Bytes bytes = resolved(list, addresses);
  out.u32(static_cast<uint32_t>(kStreamHeader + bytes.size())).u16(static_cast<uint16_t>(list.count)).u16(0).raw(bytes);
}

}  // namespace

unsigned featuresOf(const FrameProgram& frame) {
  unsigned features = 0;
  for (const Segment& s : frame.segments) {
    if (s.once) features |= executor::kOnce;
    for (const Fixup& f : s.commands.fixups) {
      if (f.kind == Kind::pool && f.size > 1) features |= executor::kPools;
      if (f.kind == Kind::grid_x || f.kind == Kind::grid_y) features |= executor::kGrid;
    }
  }
  return features;
}

Bytes encodeBytecode(const CommandList& load, const FrameProgram& frame, unsigned features,
                     const Addresses& addresses) {
  ByteWriter out;
  const std::vector<Run> runs = runsOf(frame);
  if (features == 0) {
    writeImage(out, load, addresses);
    writeImage(out, runs.empty() ? CommandList{} : runs.front().commands, addresses);
    return out.take();
  }
  writeCommands(out, load, addresses);
  writeRecord(out, executor::kEnd, 0, 0, 0);
  for (const Run& run : runs) {
    ByteWriter part;
    writeCommands(part, run.commands, addresses);
    if (run.once) writeRecord(out, executor::kOnceBlock, 0, 0, part.size());
    out.raw(part.bytes());
  }
  writeRecord(out, executor::kEnd, 0, 0, 0);
  return out.take();
}

}  // namespace pngine::format
