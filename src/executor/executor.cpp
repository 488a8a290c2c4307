// The executor: the freestanding WebAssembly module that is embedded in files. It checks the payload's header and
// assembles the command buffer from the private bytecode (bytecode.h). Compiled once per set of features
// (PNGINE_FEATURES); PNGINE_DATA and PNGINE_COMMANDS are stand-ins for addresses that are patched for each payload.
// Statuses are those of the host boundary: init 0-5, frame 0-2.
#include "executor/bytecode.h"

namespace {

using namespace pngine::executor;
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;

constexpr bool has(unsigned feature) { return (PNGINE_FEATURES & feature) != 0; }

constexpr u32 kHead = kHeadAddress;
constexpr u32 kData = PNGINE_DATA;
constexpr u32 kCommands = PNGINE_COMMANDS;

/// Everything that changes, at a low address so that each access has a one-byte offset.
struct State {
  u32 head_length, data_length;
  u32 end;            // of the bytecode
  u32 frame_program;  // 0: init has not succeeded
  u32 counter;
  u32 size[2];  // canvas, of this frame
  u32 first;    // no frame has run since init
};
inline State& state() { return *reinterpret_cast<State*>(16); }

template <class T>
inline T load(u32 at) {
  T value;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(at), sizeof value);
  return value;
}
template <class T>
inline void store(u32 at, T value) {
  __builtin_memcpy(reinterpret_cast<void*>(at), &value, sizeof value);
}
inline void copy(u32 to, u32 from, u32 bytes) {
  __builtin_memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
}

#if PNGINE_FEATURES == 0

/// Address behind the program, or 0 when it is malformed.
[[gnu::noinline]] u32 run(u32 at) {
  const u32 bytes = load<u32>(at);
  if (bytes < 8 || bytes > state().end - at) return 0;
  copy(kCommands, at, bytes);
  return at + bytes;
}

#else

/// Address behind the program, or 0 when it is malformed.
[[gnu::noinline]] u32 run(u32 at) {
  u32 cursor = kCommands + 8, count = 0;
  for (;;) {
    u32 left = state().end - at;
    if (left < kRecordSize) return 0;
    const u32 op = load<u8>(at), k = load<u8>(at + 1), q = load<u16>(at + 2), r = load<u32>(at + 4);
    at += kRecordSize;
    left -= kRecordSize;
    if (op == kEnd) break;
    if (op == kCopy) {
      if (r > left) return 0;
      copy(cursor, at, r);
      at += r;
      cursor += r;
      count += q;
    } else if (has(kOnce) && op == kOnceBlock) {
      if (r > left) return 0;
      if (!state().first) at += r;
    } else {
      if (r > cursor - (kCommands + 8)) return 0;
      const u32 place = cursor - r;
      if (has(kPools) && op == kPool) {
        store(place, static_cast<u16>(load<u16>(place) + (state().counter + q) % (k + 1)));
      } else if (has(kGrid) && op == kGridSize) {
        store(place, (state().size[k != 0] + q) / (q + 1));
      } else {
        return 0;
      }
    }
  }
  store(kCommands, cursor - kCommands);
  store(kCommands + 4, count);
  return at;
}

#endif

/// Checks of the header; 0 or the status.
inline u32 check(u32& start) {
  const u32 length = state().head_length, data_length = state().data_length;
  if (length < 40) return 1;
  if (load<u32>(kHead) != 0x42474E50) return 2;
  if (load<u16>(kHead + 4)) return 3;
  start = 40;
  if (load<u8>(kHead + 6) & 1) {
    start = load<u32>(kHead + 12) + load<u32>(kHead + 16);
    if (start < load<u32>(kHead + 12)) return 4;
  }
  const u32 strings = load<u32>(kHead + 20), data = load<u32>(kHead + 24), wgsl = load<u32>(kHead + 28);
  // Stored addresses are those of one data offset: a payload with another one is not ours.
  if (start > strings || strings > data || data != kData - kHead || data > length) return 4;
  if (data > wgsl || wgsl > (data_length ? data + data_length : length)) return 4;
  state().end = kHead + strings;
  return 0;
}

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name), visibility("default")))

EXPORT(getBytecodePtr) u32 getBytecodePtr() { return kHead; }
EXPORT(setBytecodeLen) void setBytecodeLen(u32 bytes) { state().head_length = bytes; }
EXPORT(getDataPtr) u32 getDataPtr() { return kData; }
EXPORT(setDataLen) void setDataLen(u32 bytes) { state().data_length = bytes; }
EXPORT(getCommandPtr) u32 getCommandPtr() { return kCommands; }
EXPORT(getCommandLen) u32 getCommandLen() { return load<u32>(kCommands); }

EXPORT(init) u32 init() {
  u32 start;
  state().frame_program = 0;
  if (has(kPools)) state().counter = 0;
  if (has(kOnce)) state().first = 1;
  if (const u32 status = check(start)) return status;
  const u32 next = run(kHead + start);
  state().frame_program = next;
  return next ? 0 : 5;
}

EXPORT(frame) u32 frame([[maybe_unused]] float time, [[maybe_unused]] u32 width, [[maybe_unused]] u32 height) {
  if (!state().frame_program) return 1;
  if (has(kGrid)) {
    state().size[0] = width;
    state().size[1] = height;
  }
  const u32 end = run(state().frame_program);
  if (has(kPools)) ++state().counter;
  if (has(kOnce)) state().first = 0;
  return end ? 0 : 2;
}

// A program without pools never asks for the counter: hosts accept executors without these three.
#if PNGINE_FEATURES & 1
EXPORT(getFrameCounter) u32 getFrameCounter() { return state().counter; }
EXPORT(setFrameCounter) void setFrameCounter(u32 value) { state().counter = value; }
EXPORT(getAbiVersion) u32 getAbiVersion() { return 1; }
#endif
