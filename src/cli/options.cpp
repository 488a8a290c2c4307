// Parsing and printing of option tables.
#include "cli/options.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.h"

namespace pngine::cli {
namespace {

const OptionSpec* findOption(const CommandSpec& command, std::string_view given) {
  for (const OptionSpec& o : command.options) {
    if (given == o.name || (!o.short_name.empty() && given == o.short_name)) return &o;
  }
  return nullptr;
}

std::string unknownOption(const CommandSpec& command, std::string_view given) {
  std::vector<std::string_view> names;
  for (const OptionSpec& o : command.options) names.push_back(o.name);
  std::string message = cat("unknown option ", given, " for pngine ", command.name);
  if (const size_t equals = given.find('='); equals != std::string_view::npos) {
    if (const OptionSpec* o = findOption(command, given.substr(0, equals))) {
      return cat(message, "; write the value as the next argument: ", o->name, " ", given.substr(equals + 1));
    }
  }
  if (const std::string hint = didYouMean(given, names); !hint.empty()) return cat(message, "; ", hint);
  return cat(message, "; pngine ", command.name, " --help lists the options");
}

std::string paddedTo(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

}  // namespace

bool Arguments::has(std::string_view name) const {
  return std::any_of(given_.begin(), given_.end(), [name](const auto& g) { return g.first == name; });
}

std::optional<std::string_view> Arguments::value(std::string_view name) const {
  for (auto g = given_.rbegin(); g != given_.rend(); ++g) {
    if (g->first == name) return g->second;
  }
  return std::nullopt;
}

std::vector<std::string_view> Arguments::values(std::string_view name) const {
  std::vector<std::string_view> out;
  for (const auto& [option, text] : given_) {
    if (option == name) out.push_back(text);
  }
  return out;
}

bool Arguments::either(std::string_view on, std::string_view off, bool fallback) const {
  for (auto g = given_.rbegin(); g != given_.rend(); ++g) {
    if (g->first == on) return true;
    if (g->first == off) return false;
  }
  return fallback;
}

std::expected<Arguments, std::string> parseArguments(const CommandSpec& command,
                                                     std::span<const std::string> arguments) {
  Arguments out;
  if (std::any_of(arguments.begin(), arguments.end(), [](const auto& a) { return a == "-h" || a == "--help"; })) {
    out.help = true;
    return out;
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& given = arguments[i];
    if (given == "-" || given.empty() || given[0] != '-') {
      out.inputs_.push_back(given);
      continue;
    }
    const OptionSpec* option = findOption(command, given);
    if (option == nullptr) return std::unexpected(unknownOption(command, given));
    if (option->value.empty()) {
      out.given_.emplace_back(option->name, "");
      continue;
    }
    if (i + 1 == arguments.size()) return std::unexpected(cat(given, " takes a value: ", option->value));
    out.given_.emplace_back(option->name, arguments[++i]);
  }
  if (out.inputs_.size() < command.min_inputs) {
    return std::unexpected(cat("pngine ", command.name, " needs ", command.usage));
  }
  if (out.inputs_.size() > command.max_inputs) {
    return std::unexpected(cat("pngine ", command.name, " takes ", counted(command.max_inputs, "input", "inputs"),
                               "; surplus: ", out.inputs_[command.max_inputs]));
  }
  if (std::count(out.inputs_.begin(), out.inputs_.end(), "-") > 1) {
    return std::unexpected("at most one input may be - (standard input)");
  }
  return out;
}

std::string helpText(const CommandSpec& command) {
  std::string out =
      cat("pngine ", command.name, ": ", command.summary, "\n\nusage: pngine ", command.name, " ", command.usage, "\n");
  if (!command.details.empty()) out += cat("\n", command.details, "\n");
  out += "\noptions:\n";
  constexpr size_t kColumn = 28;
  for (const OptionSpec& o : command.options) {
    std::string left = cat("  ", o.short_name.empty() ? "" : cat(o.short_name, ", "), o.name);
    if (!o.value.empty()) left += cat(" ", o.value);
    left = paddedTo(left, kColumn);
    if (left.size() > kColumn) left += "\n" + std::string(kColumn, ' ');
    out += cat(left, o.help, "\n");
  }
  return out + paddedTo("  -h, --help", kColumn) + "print this text\n";
}

std::expected<double, std::string> parseNumber(std::string_view option, std::string_view text) {
  const std::string owned(text);
  char* end = nullptr;
  const double value = std::strtod(owned.c_str(), &end);
  if (owned.empty() || end != owned.c_str() + owned.size() || !std::isfinite(value)) {
    return std::unexpected(cat(option, " takes a number, not \"", text, "\""));
  }
  return value;
}

std::expected<uint64_t, std::string> parseCount(std::string_view option, std::string_view text, uint64_t min,
                                                uint64_t max) {
  uint64_t value = 0;
  bool good = !text.empty() && text.size() <= 18;
  for (const char c : text) {
    good = good && c >= '0' && c <= '9';
    value = value * 10 + static_cast<uint64_t>(c - '0');
  }
  if (!good || value < min || value > max) {
    return std::unexpected(cat(option, " takes a whole number from ", min, " to ", max, ", not \"", text, "\""));
  }
  return value;
}

std::expected<Size, std::string> parseSize(std::string_view option, std::string_view text) {
  constexpr uint64_t kLargest = 16384;
  const size_t x = text.find_first_of("xX");
  if (x != std::string_view::npos) {
    const auto width = parseCount(option, text.substr(0, x), 1, kLargest);
    const auto height = parseCount(option, text.substr(x + 1), 1, kLargest);
    if (width && height) return Size{static_cast<uint32_t>(*width), static_cast<uint32_t>(*height)};
  }
  return std::unexpected(
      cat(option, " takes WIDTHxHEIGHT in pixels, each from 1 to ", kLargest, ", such as 640x400, not \"", text, "\""));
}

}  // namespace pngine::cli
