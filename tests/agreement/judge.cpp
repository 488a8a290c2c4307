// The compiler's half of the agreement test: judges many documents in one process, and makes a payload of the refused
// ones too wherever their shapes allow, so that a device can be asked about both.
//   agreement_judge OUT      documents on standard input, each "ID LENGTH FOLDER\n" and LENGTH bytes; FOLDER has its
//   files
// One JSON line each: {"id", "accepts", "rules": [of errors], "message": the first, "warnings": [rules],
// "idle": some work is not performed}; then {"id",
// "payload": bool} when OUT/ID.pngb was tried. Between the two lies no rule of the document, so a crash there is none
// of `validate`.
#include <cstdio>
#include <iostream>
#include <set>
#include <string>

#include "base/json.h"
#include "base/text.h"
#include "cli/io.h"
#include "cli/source.h"
#include "compile/compile.h"
#include "format/payload.h"
#include "sjon/sjon.h"

namespace pngine {
namespace {

class Folder final : public compile::FileReader {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}
  std::expected<Bytes, std::string> read(std::string_view name) override {
    return cli::readFile(cat(path_, name), cli::kMaxAsset);
  }

 private:
  std::string path_;
};

struct Request {
  std::string id, folder;
  cli::Input input;
};

// What the document would do if no rule over its meaning stood in the way; empty when its shape is wrong.
Bytes payloadDespiteRules(const Request& r) {
  Diagnostics findings;
  Folder files(r.folder);
  const std::string_view source = asText(r.input.bytes);
  const compile::CompileOptions options{.file_name = r.input.shown, .files = &files, .validate = false};
  sjon::Document document = sjon::parse(source, findings);
  if (findings.hasErrors()) return {};
  const compile::Expansion expansion = compile::expandSugar(document, findings);
  const schema::CheckedDocument checked = schema::check(document, findings);
  const auto program = compile::lower(checked, source, expansion, options, findings);
  if (findings.hasErrors()) return {};
  const auto commands = compile::encode(*program, options, findings);
  if (commands == nullptr || findings.hasErrors()) return {};
  auto payload = format::writePayload(*commands);
  return payload ? std::move(*payload) : Bytes{};
}

void say(JsonWriter& json) {
  json.endObject();
  cli::printOut(json.text() + "\n");
}

// Whether the frame that is played leaves out a pass or a queue: the device then says nothing about it.
bool leavesOut(const program::Program& p) {
  std::set<program::Index> passes, queues;
  if (!p.frames.empty()) {
    for (const auto* list : {&p.frames[0].init, &p.frames[0].before, &p.frames[0].perform}) {
      for (const program::Step& s : *list) (s.queue ? queues : passes).insert(s.index);
    }
  }
  return passes.size() != p.passes.size() || queues.size() != p.queues.size();
}

void judge(const Request& r, const std::string& out) {
  compile::Compiled compiled = cli::compileInput(r.input, {.lint = true});
  const bool accepts = !compiled.diagnostics.hasErrors();
  JsonWriter verdict;
  verdict.beginObject().member("id", r.id).member("accepts", accepts).key("rules").beginArray();
  std::string first;
  for (const Diagnostic& d : compiled.diagnostics.all()) {
    if (d.severity != Severity::error) continue;
    verdict.string(d.rule);
    if (first.empty()) first = d.message;
  }
  verdict.endArray().member("message", first).key("warnings").beginArray();
  for (const Diagnostic& d : compiled.diagnostics.all()) {
    if (d.severity == Severity::warning) verdict.string(d.rule);
  }
  verdict.endArray().member("idle", compiled.program != nullptr && leavesOut(*compiled.program));
  say(verdict);
  const Bytes payload = accepts ? std::move(compiled.payload) : payloadDespiteRules(r);
  JsonWriter made;
  made.beginObject().member("id", r.id);
  made.member("payload", !payload.empty() && cli::writeOutput(cat(out, "/", r.id, ".pngb"), payload).has_value());
  say(made);
}

bool next(Request& r) {
  size_t length = 0;
  if (!(std::cin >> r.id >> length)) return false;
  std::cin.get();
  std::getline(std::cin, r.folder);  // may hold spaces
  r.input.bytes.resize(length);
  std::cin.read(reinterpret_cast<char*>(r.input.bytes.data()), static_cast<std::streamsize>(length));
  r.input.path = r.input.shown = cat(r.folder, "document.sjon");
  r.input.kind = cli::InputKind::source;
  return static_cast<size_t>(std::cin.gcount()) == length;
}

}  // namespace
}  // namespace pngine

int main(int argc, char** argv) {
  using namespace pngine;
  if (argc != 2) {
    cli::printErr("usage: agreement_judge OUT <requests\n");
    return 1;
  }
  for (Request r; next(r);) judge(r, argv[1]);
  return 0;
}
