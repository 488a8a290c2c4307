// Command-line options out of one table per command: the table parses, prints --help and is the reference in the docs.
// Rules: an option takes the next argument as its value, whatever it looks like; no "--opt=value", no bundling, no
// "--".
#pragma once
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pngine::cli {

/// One row of a command's table.
struct OptionSpec {
  std::string_view name;        ///< long spelling, "--output"
  std::string_view short_name;  ///< "-o", or empty
  std::string_view value;       ///< what it takes, "PATH"; empty for a switch
  std::string_view help;
  bool repeats = false;  ///< may be given several times; otherwise the last one counts
};

/// A command: how it is called and what it takes.
struct CommandSpec {
  std::string_view name;
  std::string_view usage;    ///< arguments, e.g. "<input.sjon|->  [options]"
  std::string_view summary;  ///< one line
  std::string_view details;  ///< paragraphs, may be empty
  size_t min_inputs = 1;
  size_t max_inputs = 1;
  std::span<const OptionSpec> options;
};

/// What was given.
class Arguments {
 public:
  const std::vector<std::string>& inputs() const { return inputs_; }
  bool has(std::string_view name) const;
  /// The last value of an option.
  std::optional<std::string_view> value(std::string_view name) const;
  std::vector<std::string_view> values(std::string_view name) const;
  /// Of two opposite switches, whether the first is in force: the one given last wins, else `fallback`.
  bool either(std::string_view on, std::string_view off, bool fallback) const;
  bool help = false;

 private:
  friend std::expected<Arguments, std::string> parseArguments(const CommandSpec&, std::span<const std::string>);
  std::vector<std::string> inputs_;
  std::vector<std::pair<std::string_view, std::string>> given_;
};

/// Errors are ready to print. `-h` and `--help` are honoured wherever they stand.
std::expected<Arguments, std::string> parseArguments(const CommandSpec& command,
                                                     std::span<const std::string> arguments);

/// The text of `pngine COMMAND --help`.
std::string helpText(const CommandSpec& command);

/// Whole strings only. Errors name the option and what it accepts.
std::expected<double, std::string> parseNumber(std::string_view option, std::string_view text);
std::expected<uint64_t, std::string> parseCount(std::string_view option, std::string_view text, uint64_t min,
                                                uint64_t max);
/// "640x400"; both sides 1..16384.
struct Size {
  uint32_t width = 512;
  uint32_t height = 512;
};
std::expected<Size, std::string> parseSize(std::string_view option, std::string_view text);

}  // namespace pngine::cli
