// The command stream (commands.def) as bytes: one checked decoder that feeds visitors, and the writer that the compiler
// uses. The decoder looks at the whole buffer before the first visitor call, so that no visitor sees half a program.
//
//   buffer:  length u32 (these 8 bytes included) | commands u16 | flags u16 (bit 0: truncated) | commands ...
//   command: opcode u8 | operands as in commands.def, little-endian, no padding
#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/bytes.h"
#include "format/command_program.h"
#include "format/commands.h"

namespace pngine::format {

inline constexpr uint32_t kStreamHeader = 8;
inline constexpr uint32_t kMaxStreamCommands = 65535;

/// Widths of commands: today's, or those of the first generation of executors (create buffer with usage u8; begin
/// render pass 0x10 without clear color and resolve target). Try `current` first; see decodeAnyStream.
enum class StreamLayout : uint8_t { current, early };

/// Where a command stands: its number from 0 and the offset of its opcode in the buffer.
struct CommandPlace {
  uint32_t index = 0;
  uint32_t offset = 0;
};

struct StreamError {
  enum class Kind : uint8_t {
    header,  ///< shorter than 8 bytes, or a length that is not the buffer's
    unknown_opcode,
    truncated,  ///< operands cross the end
    bad_count,  ///< more targets or bundles than a command may have, or fewer commands than announced
    trailing,   ///< bytes left after the last command
    blob,       ///< a Desc of non-zero length outside memory
    flagged,    ///< the executor said that commands are missing
  };
  Kind kind = Kind::header;
  CommandPlace place;
  uint8_t opcode = 0;
  std::string message;  ///< one sentence with the opcode in hex, index and offset
};

/// One method per command. Pure: a player that forgets a command does not compile.
class CommandVisitor {
 public:
  virtual ~CommandVisitor() = default;
#define FIELD(type, name)
#define COMMAND(opcode, Struct, text, group, fields) virtual void on(const command::Struct&, CommandPlace) = 0;
#include "format/commands.def"
};

/// A base for visitors that look at a few commands; write `using NullVisitor::on;` next to the overrides.
class NullVisitor : public CommandVisitor {
 public:
#define FIELD(type, name)
#define COMMAND(opcode, Struct, text, group, fields) \
  void on(const command::Struct&, CommandPlace) override {}
#include "format/commands.def"
};

/// Calls f(command, place) for every command; f is usually a generic lambda.
template <class F>
class EachCommand final : public CommandVisitor {
 public:
  explicit EachCommand(F& f) : f_(f) {}
#define FIELD(type, name)
#define COMMAND(opcode, Struct, text, group, fields) \
  void on(const command::Struct& c, CommandPlace place) override { f_(c, place); }
#include "format/commands.def"

 private:
  F& f_;
};

/// Checks the whole buffer (`stream` = header and commands), then calls the visitor once per command in order.
/// `memory_size` is the size of the executor's memory in bytes: every Desc with a length lies inside [0, memory_size).
/// The retired 8-bit clears arrive as their own commands, with channels still as bytes for BeginRenderPass8 and as
/// byte / 255 for BeginRenderPassMulti8. In the early layout BeginRenderPass8 gets opaque black and no resolve target.
std::expected<void, StreamError> decodeStream(ByteView stream, uint64_t memory_size, StreamLayout layout,
                                              CommandVisitor& visitor);
/// The same with f(command, place).
template <class F>
  requires(!std::is_base_of_v<CommandVisitor, std::remove_reference_t<F>>)
std::expected<void, StreamError> decodeStream(ByteView stream, uint64_t memory_size, StreamLayout layout, F&& f) {
  EachCommand<std::remove_reference_t<F>> each(f);
  return decodeStream(stream, memory_size, layout, static_cast<CommandVisitor&>(each));
}
/// decodeStream() for one kind of command; the others are only checked.
template <class C, class F>
auto decodeOnly(ByteView stream, uint64_t memory_size, StreamLayout layout, F&& f) {
  return decodeStream(stream, memory_size, layout, [&](const auto& command, CommandPlace) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(command)>, C>) f(command);
  });
}
/// Layout of a buffer of an executor that carries the sign of the early generation (it imports env.log and has no
/// getAbiVersion): today's if it fits, else the early one, else today's error.
std::expected<StreamLayout, StreamError> detectLayout(ByteView stream, uint64_t memory_size);

/// Calls f(name, value) for each field in wire order; value has the type of commands.h (u8 ... Desc, TargetList ...).
#define FIELD(type, name) f(std::string_view(#name), c.name);
#define COMMAND(opcode, Struct, text, group, fields)                                               \
  template <class F>                                                                               \
  constexpr void forEachField([[maybe_unused]] const command::Struct& c, [[maybe_unused]] F&& f) { \
    fields                                                                                         \
  }
#include "format/commands.def"

/// Name of an opcode ("create buffer"), empty for one that is not in the table.
std::string_view commandName(uint8_t opcode);

/// Bytes of a field on the wire; 0 for the counted types, whose size is not fixed.
template <class T>
consteval uint32_t wireSize() {
  if constexpr (std::is_same_v<T, wire::Desc>)
    return 8;
  else if constexpr (std::is_arithmetic_v<T>)
    return sizeof(T);
  else
    return 0;
}

/// Byte offset of a fixed-size field behind the opcode's first byte, e.g. fieldOffset(&command::SetBindGroup::id) == 2.
/// Meaningful for fields in front of any counted list.
#define FIELD(type, name)                               \
  if constexpr (std::is_same_v<M, decltype(C::name)>) { \
    if (member == &C::name) return at;                  \
  }                                                     \
  at += wireSize<decltype(C::name)>();
#define COMMAND(opcode, Struct, text, group, fields)                             \
  template <class M>                                                             \
  constexpr uint32_t fieldOffset([[maybe_unused]] M command::Struct::* member) { \
    using namespace wire;                                                        \
    using C [[maybe_unused]] = command::Struct;                                  \
    uint32_t at = 1;                                                             \
    fields return at;                                                            \
  }
#include "format/commands.def"

/// Byte offset of the command's Desc behind the opcode's first byte; 0 when it has none.
template <class C>
constexpr uint32_t descOffset() {
  uint32_t at = 1, found = 0;
  forEachField(C{}, [&](std::string_view, const auto& value) {
    using T = std::remove_cvref_t<decltype(value)>;
    if (std::is_same_v<T, wire::Desc> && found == 0) found = at;
    at += wireSize<T>();
  });
  return found;
}

/// Appends commands to a CommandList. `put` returns a handle that adds fixups to the command just written:
///   w.put(command::CreateShader{.id = 3, .code = {0, size}}).data(blob);
///   w.put(command::SetBindGroup{0, base}).pool(&command::SetBindGroup::id, 2, 1);
///   w.put(command::Dispatch{0, 0, 1}).grid(&command::Dispatch::x, Fixup::Kind::grid_x, 8)
///                                    .grid(&command::Dispatch::y, Fixup::Kind::grid_y, 8);
class CommandWriter {
 public:
  explicit CommandWriter(CommandList& list) : list_(list) {}

  template <class C>
  class Placed {
   public:
    Placed(CommandList& list, uint32_t at) : list_(list), at_(at) {}
    uint32_t offset() const { return at_; }
    /// The command's Desc points at blob `id`; the length is the one given in the command.
    Placed& data(uint32_t id) { return fix({.kind = Fixup::Kind::data, .at = descAt(), .blob = id}); }
    /// The command's Desc points at string `id` of CommandProgram::strings.
    Placed& string(uint32_t id) { return fix({.kind = Fixup::Kind::string, .at = descAt(), .blob = id}); }
    /// The u16 field is a base id to which (counter + offset) mod size is added; size 1..255.
    Placed& pool(uint16_t C::* field, uint32_t size, uint32_t offset) {
      return fix({.kind = Fixup::Kind::pool, .at = at_ + fieldOffset(field), .size = size, .offset = offset});
    }
    /// The u32 field is ceil(canvas width or height / size); size 1..65536.
    Placed& grid(uint32_t C::* field, Fixup::Kind axis, uint32_t size) {
      return fix({.kind = axis, .at = at_ + fieldOffset(field), .size = size});
    }

   private:
    Placed& fix(Fixup f) {
      list_.fixups.push_back(f);
      return *this;
    }
    uint32_t descAt() const {
      static_assert(descOffset<C>() != 0, "this command points at no blob");
      return at_ + descOffset<C>();
    }
    CommandList& list_;
    uint32_t at_;
  };

#define FIELD(type, name)
#define COMMAND(opcode, Struct, text, group, fields) Placed<command::Struct> put(const command::Struct& c);
#include "format/commands.def"

 private:
  CommandList& list_;
};

}  // namespace pngine::format
