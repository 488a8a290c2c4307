// JSON writer: escapes, commas and indentation.
#include "base/json.h"

#include <cmath>

#include "base/text.h"
#include "base/utf8.h"

namespace pngine {

std::string jsonQuoted(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (size_t i = 0; i < text.size();) {
    const size_t length = utf8Length(text.substr(i));
    if (length == 0) {
      out += "\\ufffd";
      ++i;
      continue;
    }
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\')
      (out += '\\') += static_cast<char>(c);
    else if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\t')
      out += "\\t";
    else if (c < 0x20 || c == 0x7F)
      ((out += "\\u00") += kHex[c >> 4]) += kHex[c & 15];
    else
      out += text.substr(i, length);
    i += length;
  }
  return out += '"';
}

void JsonWriter::breakLine() {
  if (indent_ == 0) return;
  out_ += '\n';
  out_.append(filled_.size() * static_cast<size_t>(indent_), ' ');
}

void JsonWriter::before() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (filled_.empty()) return;
  if (filled_.back()) out_ += ',';
  filled_.back() = true;
  breakLine();
}

JsonWriter& JsonWriter::open(char bracket) {
  before();
  out_ += bracket;
  filled_.push_back(false);
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  const bool filled = !filled_.empty() && filled_.back();
  if (!filled_.empty()) filled_.pop_back();
  if (filled) breakLine();
  out_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before();
  out_ += jsonQuoted(name);
  out_ += indent_ == 0 ? ":" : ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  before();
  out_ += json;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) { return raw(jsonQuoted(text)); }
JsonWriter& JsonWriter::number(double value) { return raw(std::isfinite(value) ? toText(value) : "null"); }
JsonWriter& JsonWriter::integer(int64_t value) { return raw(toText(value)); }
JsonWriter& JsonWriter::unsignedInteger(uint64_t value) { return raw(toText(value)); }
JsonWriter& JsonWriter::boolean(bool value) { return raw(value ? "true" : "false"); }
JsonWriter& JsonWriter::null() { return raw("null"); }

}  // namespace pngine
