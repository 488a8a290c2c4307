// Collection and ordering of findings.
#include "base/diagnostic.h"

#include <algorithm>
#include <utility>

namespace pngine {

Diagnostic& Diagnostics::add(Diagnostic d) {
  if (d.severity == Severity::error) ++errors_;
  all_.push_back(std::move(d));
  return all_.back();
}

Diagnostic& Diagnostics::error(std::string_view rule, Span span, std::string message, std::string_view code) {
  return add({.severity = Severity::error, .rule = rule, .code = code, .span = span, .message = std::move(message)});
}

Diagnostic& Diagnostics::warning(std::string_view rule, Span span, std::string message, std::string_view code) {
  return add({.severity = Severity::warning, .rule = rule, .code = code, .span = span, .message = std::move(message)});
}

void Diagnostics::removeWarnings(bool (*is)(std::string_view rule)) {
  std::erase_if(all_, [&](const Diagnostic& d) { return d.severity == Severity::warning && is(d.rule); });
}

void Diagnostics::sortByPlace() {
  std::stable_sort(all_.begin(), all_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  const auto same = [](const Diagnostic& a, const Diagnostic& b) {
    return a.rule == b.rule && a.span == b.span && a.message == b.message;
  };
  all_.erase(std::unique(all_.begin(), all_.end(), same), all_.end());
  errors_ = static_cast<size_t>(
      std::count_if(all_.begin(), all_.end(), [](const Diagnostic& d) { return d.severity == Severity::error; }));
}

}  // namespace pngine
