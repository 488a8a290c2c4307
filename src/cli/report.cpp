// Printing of findings.
#include "cli/report.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"

namespace pngine::cli {
namespace {

constexpr std::string_view label(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

// The source line with a marker under the span; long lines are cut around it.
std::string excerpt(const LineIndex& lines, Span span) {
  constexpr size_t kWidth = 110;
  const LineColumn begin = lines.at(span.begin);
  std::string_view line = lines.line(begin.line);
  size_t column = std::min<size_t>(begin.column - 1, line.size());
  size_t length = std::clamp<size_t>(span.size(), 1, std::max<size_t>(1, line.size() - column));
  if (column > kWidth / 2 && line.size() > kWidth) {
    const size_t cut = column - kWidth / 2;
    line.remove_prefix(cut);
    column -= cut;
  }
  line = line.substr(0, kWidth);
  length = std::min(length, kWidth > column ? kWidth - column : 1);
  std::string shown, marker;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    shown += control ? ' ' : c;
    const bool continuation = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (i < column && !continuation) marker += ' ';
  }
  marker += '^';
  if (length > 1) marker.append(length - 1, '~');
  const std::string number = toText(uint64_t{begin.line});
  return cat("  ", number, " | ", shown, "\n  ", std::string(number.size(), ' '), " | ", marker, "\n");
}

std::string place(std::string_view name, LineColumn at) { return cat(name, ":", at.line, ":", at.column); }

// Control characters of a hostile document must not reach a terminal.
std::string clean(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F ? '?' : c;
  }
  return out;
}

std::string noteText(std::string_view name, const LineIndex& lines, const Note& note) {
  if (!note.span) return cat("  note: ", clean(note.message), "\n");
  return cat("  ", place(name, lines.at(note.span->begin)), ": note: ", clean(note.message), "\n");
}

}  // namespace

std::string findingsText(std::string_view name, std::string_view source, const Diagnostics& findings) {
  const LineIndex lines(source);
  std::string out;
  for (const Diagnostic& d : findings.all()) {
    out +=
        cat(place(name, lines.at(d.span.begin)), ": ", label(d.severity), ": ", clean(d.message), " [", d.rule, "]\n");
    if (d.shader) {
      out +=
          cat("  in shader-module ", d.shader->module, ", line ", d.shader->line, ", column ", d.shader->column, "\n");
    }
    out += excerpt(lines, d.span);
    for (const Note& note : d.notes) out += noteText(name, lines, note);
  }
  return out;
}

std::string findingsJson(std::string_view source, const Diagnostics& findings) {
  const LineIndex lines(source);
  JsonWriter json;
  json.beginArray();
  for (const Diagnostic& d : findings.all()) {
    const LineColumn begin = lines.at(d.span.begin), end = lines.at(d.span.end);
    json.beginObject();
    json.member("severity", label(d.severity));
    json.member("line", uint64_t{d.shader ? d.shader->line : begin.line});
    json.member("column", uint64_t{d.shader ? d.shader->column : begin.column});
    if (!d.shader && d.span.size() != 0) {
      json.member("endLine", uint64_t{end.line});
      json.member("endColumn", uint64_t{end.column});
    }
    if (!d.shader) json.member("utf16Column", uint64_t{begin.utf16});
    json.member("code", d.code.empty() ? d.rule : d.code);
    json.member("rule", d.rule);
    if (d.shader) {
      json.member("shader", std::string_view(d.shader->module));
      json.key("document").beginObject();
      json.member("line", uint64_t{begin.line});
      json.member("column", uint64_t{begin.column});
      json.endObject();
    }
    json.member("message", std::string_view(d.message));
    if (!d.path.empty()) json.member("path", std::string_view(d.path));
    json.key("notes").beginArray();
    for (const Note& note : d.notes) {
      json.beginObject();
      if (note.span) {
        const LineColumn at = lines.at(note.span->begin);
        json.member("line", uint64_t{at.line});
        json.member("column", uint64_t{at.column});
      }
      json.member("message", std::string_view(note.message));
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }
  json.endArray();
  return json.take();
}

}  // namespace pngine::cli
