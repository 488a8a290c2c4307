// Readbacks as numbers: unsigned 64-bit lanes, and how they are written down (text, JSON, CSV, NPY).
#pragma once
#include <string>
#include <vector>

#include "base/bytes.h"
#include "player/player.h"

namespace pngine::cli {

/// Little-endian u64 lanes; a tail shorter than 8 bytes is a last lane filled up with zeros.
std::vector<uint64_t> lanesOf(ByteView bytes);

/// "readback: 1 2 3", one line per readback; with several frames "frame 0, readback: ...".
std::string lanesText(const std::vector<player::Readback>& readbacks, bool many_frames);
/// frame,buffer,offset,lane,value with a header line.
std::string lanesCsv(const std::vector<player::Readback>& readbacks);
/// One object: adapter, frames, readbacks with lanes as exact integers, warnings, reports.
std::string playJson(const player::PlayResult& result);
/// NumPy's file format 1.0, dtype <u8: shape (lanes) for one readback, (readbacks, lanes) for several of one length.
/// Empty when lengths differ (the caller says so).
Bytes lanesNpy(const std::vector<player::Readback>& readbacks);

}  // namespace pngine::cli
