// The WGSL front end: text -> module -> reflection, and the rewrites that the compiler and the native player need.
// It accepts every program that Tint accepts; it is not a validator (that is check/), so it may accept more.
#pragma once
#include <expected>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "wgsl/reflection.h"

namespace pngine::wgsl {

/// A message about the text; spans are byte offsets into it.
struct Message {
  Span span;
  std::string text;
};

/// A parsed module: syntax tree, types and constants. Opaque; owns everything that reflection points to.
class Module;
struct ModuleDeleter {
  void operator()(const Module* module) const;
};
using ModulePtr = std::unique_ptr<const Module, ModuleDeleter>;

/// Caps against hostile text: nesting 512 levels, text 16 MiB. Errors are syntax errors, or names that do not resolve
/// where the front end needs them.
std::expected<ModulePtr, std::vector<Message>> parse(std::string_view text);

/// Everything of reflection.h. Lives as long as the module.
const Reflection& reflect(const Module& module);

/// Text with stand-alone uses of PI, TAU and E replaced by their values where the module does not
/// declare that name itself and the identifier is not a member name. Line structure is kept. Works on text that does
/// not parse (token level).
std::string replaceMathConstants(std::string_view text);

/// Text in which each named override is a `const` of its type with that value; line count is kept.
/// Precondition: names exist in the module (callers check against reflection).
std::string specialise(const Module& module, const std::map<std::string, double, std::less<>>& values);

/// Text in which every compute entry point zeroes the workgroup variables that it reaches before its first statement
/// and then meets a barrier, since not every driver does so. Atomics, arrays, structures included. Text without
/// workgroup variables comes back unchanged. Work is shared over the invocations of the workgroup where a variable is
/// large.
std::string zeroWorkgroupMemory(const Module& module);

/// Whether avoidFrontEndGaps could have something to do; cheap, and true more often than needed.
bool mayHaveFrontEndGaps(std::string_view text);

/// Text with the same meaning without what the native driver's own WGSL front end refuses: assertions, diagnostic
/// attributes and directives, `requires`, and constants made with functions that it evaluates at run time only. Lines
/// stay. The text must have been checked before: assertions are gone afterwards.
std::string avoidFrontEndGaps(const Module& module);

/// Smallest text with the same meaning; names of entry points, bindings, struct members stay.
std::string minify(const Module& module);

}  // namespace pngine::wgsl
