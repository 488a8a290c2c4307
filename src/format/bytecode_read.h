// The load program out of the private bytecode, for whoever wants to know what a file creates before its executor ran.
#pragma once
#include "base/bytes.h"

namespace pngine::format {

/// The command buffer (header and commands) that an executor of ours would make of this bytecode section for the load;
/// empty when the section is not of that kind. Trusts nothing: decode it as any stream.
Bytes loadStream(ByteView bytecode);

}  // namespace pngine::format
