// The pipeline: parse, expand, check, lower, rules, modules, encode, write. Each step runs even when an earlier one
// found errors, as far as there is something to look at, so that one run reports everything that is independent.
#include "compile/compile.h"

#include "base/text.h"
#include "format/payload.h"
#include "program/rules.h"
#include "sjon/sjon.h"

namespace pngine::compile {
namespace {

/// A program that travels in a picture is small; what is large in this one is named.
void remarkOnSize(const program::Program& p, ByteView payload, Diagnostics& diagnostics) {
  constexpr size_t kGoal = size_t{50} << 10;
  const std::expected<format::PayloadView, format::Error> view = format::readPayload(payload);
  const size_t bytes = view ? payload.size() - view->executor.size() : 0;
  if (bytes <= kGoal) return;
  const program::Origin* largest = nullptr;
  size_t most = 0;
  const auto consider = [&](const program::Origin& origin, size_t size) {
    if (size <= most) return;
    largest = &origin;
    most = size;
  };
  const auto considerData = [&](program::Index i) {
    if (i < p.data.size()) consider(p.data[i].origin, p.data[i].bytes.size() + p.data[i].wasm.size());
  };
  for (const program::Buffer& b : p.buffers) {
    if (b.index_of.value < p.data.size())
      consider(p.data[b.index_of.value].origin, p.data[b.index_of.value].indices.size());
    else
      considerData(b.data.value);
  }
  for (const program::ImageBitmap& image : p.images) considerData(image.data);
  for (const program::Queue& q : p.queues) {
    for (const program::QueueAction& a : q.actions) {
      const auto* w = std::get_if<program::WriteBuffer>(&a.action);
      if (w != nullptr && w->source == program::WriteBuffer::Source::data) considerData(w->index);
    }
  }
  for (const program::ShaderModule& m : p.modules) consider(m.origin, m.shipped.size());
  for (const program::WasmCall& w : p.wasm_calls) consider(w.origin, w.wasm.size());
  for (const program::Buffer& b : p.buffers) consider(b.origin, b.file_bytes.size() + b.file_module.size());
  Diagnostic& d =
      diagnostics.warning("doc/payload-size", largest == nullptr ? Span{} : largest->name_span,
                          cat("the program has ", bytes,
                              " bytes without its executor; one that is easy to pass around has at most ", kGoal));
  if (largest != nullptr)
    d.notes.push_back({std::nullopt, cat("the largest part is ", largest->head, " `", largest->name, "` with ", most,
                                         " bytes; could a shader compute it?")});
}

}  // namespace

Compiled compile(std::string_view source, const CompileOptions& options) {
  Compiled out;
  sjon::Document document = sjon::parse(source, out.diagnostics);
  // Of a text whose tree is a guess the syntax errors alone are told: everything else may be an echo of them.
  if (document.damaged()) {
    out.diagnostics.sortByPlace();
    return out;
  }
  const Expansion expansion = expandSugar(document, out.diagnostics);
  const schema::CheckedDocument checked = schema::check(document, out.diagnostics);
  out.program = lower(checked, source, expansion, options, out.diagnostics);
  // Modules first: the rules leave out what a broken module would only repeat.
  if (options.validate) checkModules(*out.program, source, options, out.diagnostics);
  program::checkRules(*out.program, {.validate = options.validate, .lint = options.lint, .hints = options.hints},
                      out.diagnostics);
  if (!out.diagnostics.hasErrors()) out.commands = encode(*out.program, options, out.diagnostics);
  if (out.commands != nullptr && options.payload) {
    std::expected<Bytes, format::Error> payload = format::writePayload(*out.commands, {.executor = options.executor});
    if (payload) {
      out.payload = std::move(*payload);
      if (options.hints) remarkOnSize(*out.program, out.payload, out.diagnostics);
    } else {
      out.diagnostics.error("payload/limits", Span{},
                            cat("the program does not fit a payload: ", payload.error().message));
    }
  }
  if (out.diagnostics.hasErrors()) out.diagnostics.removeWarnings(program::needsSoundDocument);
  out.diagnostics.sortByPlace();
  return out;
}

}  // namespace pngine::compile
