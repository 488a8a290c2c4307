// Text to Document and back. The grammar in short: a form is ( head child ... ), a vector [ value ... ], atoms are
// symbols, :keywords, numbers with an optional unit, "strings" and """raw strings""", true, false, nil, dates and
// times; ; begins a comment of one line, #| |# encloses one.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "sjon/document.h"

namespace pngine::sjon {

struct ParseOptions {
  size_t max_bytes = size_t{16} << 20;
};

/// Open containers at most.
inline constexpr size_t kMaxNesting = 1023;
/// Nodes at most, some four million values; a document beyond it is input/too-large.
inline constexpr size_t kMaxNodes = size_t{1} << 22;
/// Syntax errors after which parsing ends.
inline constexpr size_t kMaxSyntaxErrors = 256;

/// Always gives a tree, with what could be read. Errors are rules syntax/* and input/too-large: one per cause, so a
/// quote or a closer that is missing is reported once, not for everything that is read wrongly behind it. Nesting
/// beyond kMaxNesting ends the parse. `source` must outlive the document.
Document parse(std::string_view source, Diagnostics& diagnostics, const ParseOptions& options = {});

/// The same document in the project's layout (layout.h), or nothing when it has syntax errors. Comments stay, so do the
/// author's line breaks between keys and up to one blank line; strings keep every byte. Formatting the result gives the
/// result.
std::optional<std::string> format(std::string_view source, Diagnostics& diagnostics, const ParseOptions& options = {});

/// The whole document, one form below the other, in the layout of format(). Comments are not printed.
std::string print(const Document& document);
/// One value on its own.
std::string print(const Node& node);

}  // namespace pngine::sjon
