// What the rewrites around the native driver's WGSL front end share; each adds the edits for one kind of gap. Private
// to this folder.
#pragma once
#include <string_view>
#include <vector>

#include "wgsl/emit.h"
#include "wgsl/module.h"
#include "wgsl/places.h"

namespace pngine::wgsl {

/// A pass over the tokens of a module that collects edits.
class GapPass {
 public:
  GapPass(const Module& module, std::vector<Edit>& edits) : m_(module), s_(module.syntax), edits_(edits) {}

 protected:
  Tok kind(uint32_t t) const { return s_.tokens[t].kind; }
  bool keyword(uint32_t t, std::string_view word) const {
    return kind(t) == Tok::identifier && s_.symbol_of[t] == kNone && s_.word(t) == word;
  }
  uint32_t size() const { return static_cast<uint32_t>(s_.tokens.size() - 1); }
  /// The next token of a kind, from `t` on.
  uint32_t behind(uint32_t t, Tok stop) const {
    while (t < size() && kind(t) != stop) ++t;
    return t;
  }
  /// Blanks out the tokens first..last; line breaks stay.
  void erase(uint32_t first, uint32_t last) {
    const uint32_t begin = s_.tokens[first].begin, end = s_.tokens[last].end;
    std::string kept;
    for (uint32_t i = begin; i < end; ++i) kept += s_.text[i] == '\n' ? '\n' : ' ';
    edits_.push_back({begin, end, std::move(kept)});
  }

  const Module& m_;
  const Syntax& s_;
  std::vector<Edit>& edits_;
};

/// Indices and shifts whose operand the front end takes for a constant, and distances of shifts beyond the width.
void hideConstantOperands(const Module& module, std::vector<Edit>& edits);

/// Constants of functions that the front end cannot evaluate become their own expressions where they are used. False
/// when that would be too long; the edits are then of no use.
bool writeOutLateConstants(const Module& module, std::vector<Edit>& edits);
/// Whether such a function may be in the text.
bool mayHaveLateConstants(std::string_view text);

}  // namespace pngine::wgsl
