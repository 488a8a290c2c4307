// What stands between a file's WGSL and the driver: Tint's verdict, and the rewrites that suit the text to the driver.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pngine::player {

/// What may go to the driver, or why nothing may.
struct ShaderVerdict {
  std::string text;                 ///< rewritten module; empty when refused
  std::vector<std::string> errors;  ///< "3:14 message"
  std::string remark;               ///< something to report although the module is used
};

class ShaderGate {
 public:
  virtual ~ShaderGate() = default;
  /// Not thread-safe. A module that was seen before costs nothing.
  virtual ShaderVerdict verdict(std::string_view wgsl) = 0;
};

/// The work is done in this process; Tint is loaded at the first module. `checked` false: no Tint; the rewrites stay.
std::unique_ptr<ShaderGate> gateHere(bool checked);

}  // namespace pngine::player
