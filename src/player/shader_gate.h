// What stands between a file's WGSL and the driver: Tint's verdict, and the rewrites that suit the text to the driver.
// Works on a thread of its own, so that shaders are checked while the device starts.
#pragma once
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "player/shader_checker.h"

namespace pngine::player {

/// What may go to the driver, or why nothing may.
struct ShaderVerdict {
  std::string text;                 ///< rewritten module; empty when refused
  std::vector<std::string> errors;  ///< "3:14 message"
  std::string remark;               ///< something to report although the module is used
};

class ShaderGate {
 public:
  /// No checker: no Tint; the rewrites stay.
  explicit ShaderGate(std::unique_ptr<ShaderChecker> checker);
  ~ShaderGate();
  /// Starts the check of a module; a module that was seen before costs nothing.
  void prepare(std::string_view wgsl);
  /// Waits for the verdict.
  ShaderVerdict verdict(std::string_view wgsl);

 private:
  void work();
  const std::unique_ptr<ShaderChecker> checker_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> queue_;
  std::map<std::string, ShaderVerdict, std::less<>> done_;
  std::map<std::string, bool, std::less<>> asked_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace pngine::player
