// Helpers of the compiler's tests: compile a text with files from memory, look up findings, list commands by name.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "compile/compile.h"
#include "format/payload.h"
#include "format/stream.h"

namespace pngine::test {

/// Files that live in a map.
struct Files final : compile::FileReader {
  std::map<std::string, Bytes, std::less<>> all;
  std::expected<Bytes, std::string> read(std::string_view path) override {
    const auto at = all.find(path);
    if (at == all.end()) return std::unexpected<std::string>("no such file");
    return at->second;
  }
};

inline compile::Compiled compiled(std::string_view source, compile::FileReader* files = nullptr,
                                  bool executor = false) {
  compile::CompileOptions options;
  options.files = files;
  options.executor = executor;
  return compile::compile(source, options);
}

/// Findings as lines "rule @ text under the span: message", errors only unless `warnings`.
inline std::string findings(const compile::Compiled& c, std::string_view source, bool warnings = false) {
  std::string out;
  for (const Diagnostic& d : c.diagnostics.all()) {
    if (d.severity == Severity::warning && !warnings) continue;
    out += cat(d.rule, " @ ", source.substr(d.span.begin, d.span.size()), ": ", d.message, "\n");
  }
  return out;
}

inline std::vector<std::string> rules(const compile::Compiled& c, Severity severity = Severity::error) {
  std::vector<std::string> out;
  for (const Diagnostic& d : c.diagnostics.all()) {
    if (d.severity == severity) out.emplace_back(d.rule);
  }
  return out;
}

inline bool has(const compile::Compiled& c, std::string_view rule) {
  return std::ranges::any_of(c.diagnostics.all(), [&](const Diagnostic& d) { return d.rule == rule; });
}

/// One command as "name field field ..." with pool and grid fixups left as their base values; addresses are 0.
inline std::string show(const format::CommandList& list) {
  ByteWriter w;
  w.u32(static_cast<uint32_t>(8 + list.bytes.size())).u16(static_cast<uint16_t>(list.count)).u16(0).raw(list.bytes);
  std::string out;
  auto each = [&](const auto& command, format::CommandPlace) {
    out += command.kName;
    format::forEachField(command, [&](std::string_view, const auto& value) {
      using T = std::remove_cvref_t<decltype(value)>;
      if constexpr (std::is_arithmetic_v<T>) {
        out += cat(" ", value);
      } else if constexpr (std::is_same_v<T, format::wire::Desc>) {
        out += cat(" <", value.len, ">");
      } else if constexpr (std::is_same_v<T, format::wire::BundleList>) {
        for (uint8_t i = 0; i < value.count; ++i) out += cat(" ", value.ids[i]);
      } else if constexpr (std::is_same_v<T, format::wire::ArgBytes>) {
        for (uint8_t i = 0; i < value.count; ++i) out += cat(" ", value.bytes[i]);
      } else {
        for (uint8_t i = 0; i < value.count; ++i)
          out += cat(" [", value.items[i].texture, " ", value.items[i].load, "]");
      }
    });
    out += "\n";
  };
  const auto ok = format::decodeStream(w.bytes(), UINT32_MAX, format::StreamLayout::current, each);
  return ok ? out : cat("bad stream: ", ok.error().message);
}

/// The frame's commands, "once N:" in front of one-shot segments.
inline std::string show(const format::FrameProgram& frame) {
  std::string out;
  for (const format::Segment& s : frame.segments) {
    if (s.once) out += cat("once ", *s.once, ":\n");
    out += show(s.commands);
  }
  return out;
}

/// Names of the commands only.
inline std::string names(const format::CommandList& list) {
  std::string out;
  std::string text = show(list);
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    std::string_view line = std::string_view(text).substr(at, end - at);
    const size_t digit = line.find_first_of("0123456789<[");
    if (digit != std::string_view::npos) line = line.substr(0, digit - 1);
    out += cat(line, "\n");
    at = end + 1;
  }
  return out;
}

inline std::string readFile(const std::string& path) {
  std::string out;
  if (FILE* f = fopen(path.c_str(), "rb")) {
    char chunk[4096];
    for (size_t n = 0; (n = fread(chunk, 1, sizeof chunk, f)) != 0;) out.append(chunk, n);
    fclose(f);
  }
  return out;
}

}  // namespace pngine::test
