// Verdicts are kept by text: files often use one module in several places, and a companion asks ahead of time.
#include "player/shader_gate.h"

#include <map>

#include "base/text.h"
#include "check/shader_guard.h"
#include "check/wgsl_checker.h"
#include "wgsl/driver.h"

namespace pngine::player {
namespace {

std::string placed(const check::ShaderMessage& m) { return m.line ? cat(m.line, ':', m.column, ' ', m.text) : m.text; }

/// Writes around what the driver's front end lacks, and adds the zeroing that WGSL promises and the drivers do not do.
void suitDriver(std::string_view wgsl, ShaderVerdict& verdict) {
  verdict.text = wgsl;
  const auto rewrite = [&](std::string (*how)(const wgsl::Module&)) {
    if (const auto module = wgsl::parse(verdict.text)) verdict.text = how(**module);
  };
  if (wgsl::mayHaveFrontEndGaps(wgsl)) rewrite(wgsl::avoidFrontEndGaps);
  if (wgsl.find("textureLoad") != std::string_view::npos) rewrite(wgsl::clampTextureLoads);
  if (wgsl::mayHaveSpecialParameters(wgsl)) rewrite(wgsl::specialiseParameters);
  if (wgsl.find("workgroup") == std::string_view::npos) return;
  const auto module = wgsl::parse(verdict.text);
  if (module) {
    verdict.text = wgsl::zeroWorkgroupMemory(**module);
    return;
  }
  verdict.remark = cat("its workgroup memory may start with garbage, since it does not parse here: ",
                       module.error().empty() ? std::string("unknown reason") : module.error().front().text);
}

class LocalGate final : public ShaderGate {
 public:
  explicit LocalGate(bool checked) : checked_(checked) {}

  ShaderVerdict verdict(std::string_view wgsl) override {
    if (const auto known = known_.find(wgsl); known != known_.end()) return known->second;
    ShaderVerdict verdict;
    if (checked_) verdict.errors = errors(wgsl);
    if (verdict.errors.empty()) suitDriver(wgsl, verdict);
    return known_.emplace(wgsl, std::move(verdict)).first->second;
  }

 private:
  std::vector<std::string> errors(std::string_view wgsl) {
    if (const auto refused = check::refuseShader(wgsl)) return {placed(*refused)};
    if (!checker_) {
      auto checker = check::WgslChecker::open();
      if (!checker) return {cat("it cannot be checked: ", checker.error())};
      checker_ = std::move(*checker);
    }
    std::vector<std::string> out;
    for (const check::ShaderMessage& message : checker_->check(wgsl)) {
      const bool unanswered = message.kind == check::ShaderMessage::Kind::unanswered;
      if (unanswered || message.kind == check::ShaderMessage::Kind::error) out.push_back(placed(message));
    }
    // Words newer than the checker prove nothing by being refused; the device has the last word on such a module.
    if (!out.empty() && !check::newerThanLibrary(wgsl).empty()) out.clear();
    return out;
  }

  const bool checked_;
  std::unique_ptr<check::WgslChecker> checker_;
  std::map<std::string, ShaderVerdict, std::less<>> known_;
};

}  // namespace

std::unique_ptr<ShaderGate> gateHere(bool checked) { return std::make_unique<LocalGate>(checked); }

}  // namespace pngine::player
