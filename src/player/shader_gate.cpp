// One worker; it owns the checker, which is not thread-safe.
#include "player/shader_gate.h"

#include "base/text.h"
#include "check/shader_guard.h"
#include "check/wgsl_checker.h"
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

void runTint(check::WgslChecker& checker, std::string_view wgsl, ShaderVerdict& verdict) {
  const std::vector<check::ShaderMessage> messages = checker.check(wgsl);
  for (const check::ShaderMessage& message : messages) {
    if (message.kind != check::ShaderMessage::Kind::error) continue;
    verdict.errors.push_back(message.line ? cat(message.line, ':', message.column, ' ', message.text) : message.text);
  }
  // Words newer than the checker prove nothing by being refused; the device has the last word on such a module.
  if (!verdict.errors.empty() && !check::newerThanLibrary(wgsl).empty()) verdict.errors.clear();
}

}  // namespace

ShaderGate::ShaderGate(bool unchecked) : unchecked_(unchecked), thread_([this] { work(); }) {}

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
  std::unique_ptr<check::WgslChecker> checker;
  std::string failure;
  if (!unchecked_) {
    auto opened = check::WgslChecker::open();
    if (opened) {
      checker = std::move(*opened);
    } else {
      failure = opened.error();
    }
  }
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
    if (const auto refused = check::refuseShader(wgsl)) {
      verdict.errors.push_back(refused->line ? cat(refused->line, ':', refused->column, ' ', refused->text)
                                             : refused->text);
    } else if (!failure.empty()) {
      verdict.errors.push_back(cat("it cannot be checked: ", failure));
    } else if (checker) {
      runTint(*checker, wgsl, verdict);
    }
    if (verdict.errors.empty()) suitDriver(wgsl, verdict);
    {
      const std::lock_guard lock(mutex_);
      done_.emplace(std::move(wgsl), std::move(verdict));
    }
    changed_.notify_all();
  }
}

}  // namespace pngine::player
