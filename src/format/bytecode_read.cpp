// A load depends on no frame, so it is one finished buffer or one copy record (executor/bytecode.h).
#include "format/bytecode_read.h"

#include "executor/bytecode.h"
#include "format/stream.h"

namespace pngine::format {

Bytes loadStream(ByteView bytecode) {
  ByteReader image(bytecode);
  const uint32_t length = image.u32();
  if (length >= kStreamHeader && length <= bytecode.size()) {
    const ByteView stream = bytecode.first(length);
    return {stream.begin(), stream.end()};
  }
  ByteReader record(bytecode);
  const uint8_t op = record.u8();
  record.skip(1);
  const uint16_t count = record.u16();
  const ByteView commands = record.take(record.u32());
  if (!record.ok() || op != executor::kCopy) return {};
  ByteWriter out;
  out.u32(static_cast<uint32_t>(kStreamHeader + commands.size())).u16(count).u16(0).raw(commands);
  return out.take();
}

}  // namespace pngine::format
