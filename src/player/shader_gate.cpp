// One worker; only it talks to the checker, which is not thread-safe.
#include "player/shader_gate.h"

#include "base/text.h"
#include "wgsl/wgsl.h"

namespace pngine::player {
namespace {

/// Writes around what the driver's front end lacks, and adds the zeroing that WGSL promises and the drivers do not do.
void suitDriver(std::string_view wgsl, ShaderVerdict& verdict) {
  verdict.text = wgsl;
  if (wgsl::mayHaveFrontEndGaps(wgsl)) {
    if (const auto module = wgsl::parse(wgsl)) verdict.text = wgsl::avoidFrontEndGaps(**module);
  }
  if (wgsl.find("workgroup") == std::string_view::npos) return;
  const auto module = wgsl::parse(verdict.text);
  if (module) {
    verdict.text = wgsl::zeroWorkgroupMemory(**module);
    return;
  }
  verdict.remark = cat("its workgroup memory may start with garbage, since it does not parse here: ",
                       module.error().empty() ? std::string("unknown reason") : module.error().front().text);
}

}  // namespace

ShaderGate::ShaderGate(std::unique_ptr<ShaderChecker> checker)
    : checker_(std::move(checker)), thread_([this] { work(); }) {}

ShaderGate::~ShaderGate() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ShaderGate::prepare(std::string_view wgsl) {
  {
    const std::lock_guard lock(mutex_);
    if (!asked_.emplace(wgsl, true).second) return;
    queue_.emplace_back(wgsl);
  }
  changed_.notify_all();
}

ShaderVerdict ShaderGate::verdict(std::string_view wgsl) {
  prepare(wgsl);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return done_.contains(wgsl); });
  return done_.find(wgsl)->second;
}

void ShaderGate::work() {
  while (true) {
    std::string wgsl;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || !queue_.empty(); });
      if (stop_) return;
      wgsl = std::move(queue_.front());
      queue_.pop_front();
    }
    ShaderVerdict verdict;
    if (checker_) verdict.errors = checker_->errors(wgsl);
    if (verdict.errors.empty()) suitDriver(wgsl, verdict);
    {
      const std::lock_guard lock(mutex_);
      done_.emplace(std::move(wgsl), std::move(verdict));
    }
    changed_.notify_all();
  }
}

}  // namespace pngine::player
