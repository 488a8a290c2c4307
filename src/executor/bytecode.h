// The private bytecode between the payload writer and the executor. Only numbers, so that the freestanding executor may
// include it. There is no version: a payload is played by the executor that it carries.
//
// The bytecode section is two programs back to back, the load and the frame. What a program looks like depends on the
// features of the executor:
//
//   no feature:   the finished command buffer, header included (length u32 | commands u16 | flags u16 | commands)
//   any feature:  records of 8 bytes, op u8 | k u8 | q u16 | r u32, read once from front to back
//     end                                ends the program
//     copy   q = commands, r = bytes     appends the r bytes behind the record to the command buffer
//     once   r = bytes                   skips r bytes of records, except in the first frame after the load
//     pool   k = size - 1, q = offset    adds (frame counter + q) mod (k + 1) to the u16 at r bytes before the cursor
//     grid   k = 0 width, 4 height       stores ceil(canvas size / (q + 1)) in the u32 at r bytes before the cursor
//            q = workgroup size - 1
//
// Nothing jumps backwards and every byte is copied at most once, so a program ends by itself and its commands never
// need more room than its bytecode: the executor has neither a step budget nor an overflow test.
//
// Memory of an executor made for one payload, with D its data offset and T its total length:
//
//   0       state
//   64      payload head; the data section follows at 64 + D, where single-buffer loading puts it as well, so stored
//           addresses are right in both modes
//   64 + T  (rounded up to 8) command buffer, D bytes and some slack
#pragma once

namespace pngine::executor {

enum Feature : unsigned { kPools = 1, kOnce = 2, kGrid = 4, kAllFeatures = 7 };
enum Op : unsigned char { kEnd, kCopy, kOnceBlock, kPool, kGridSize };

inline constexpr unsigned kRecordSize = 8;
inline constexpr unsigned kHeadAddress = 64;
/// Room behind the command buffer for a patch of 4 bytes at distance 0 and for the header.
inline constexpr unsigned kSlack = 64;

}  // namespace pngine::executor
