// Readers of checked values, references and files, and the errors of lowering.
#include "compile/lowering.h"

namespace pngine::compile {

void Lowering::enter(const Form& form, program::Origin& origin) {
  root_ = &form;
  origin_ = &origin;
}

Diagnostic& Lowering::error(std::string_view rule, Span span, std::string message) {
  if (root_ != nullptr && root_->failed) return scratch_ = Diagnostic{};
  if (origin_ != nullptr) origin_->poisoned = true;
  return diagnostics.error(rule, span, std::move(message));
}

Diagnostic& Lowering::warning(std::string_view rule, Span span, std::string message) {
  if (root_ != nullptr && root_->failed) return scratch_ = Diagnostic{};
  return diagnostics.warning(rule, span, std::move(message));
}

std::string Lowering::self() const { return origin_ == nullptr ? "document" : program::label(*origin_); }

At<uint32_t> Lowering::u32(const Form& form, PropId id, uint32_t fallback) const {
  return optU32(form, id).value_or(At<uint32_t>{fallback, {}});
}

std::optional<At<uint32_t>> Lowering::optU32(const Form& form, PropId id) const {
  const Value* v = form.find(id);
  if (v == nullptr) return std::nullopt;
  // Members that stand for numbers (`all` of a write mask) carry their bits as code.
  return At<uint32_t>{v->kind == Value::Kind::member ? v->code : toU32(v->number), v->span};
}

At<int32_t> Lowering::i32(const Form& form, PropId id) const {
  const Value* v = form.find(id);
  return v == nullptr ? At<int32_t>{} : At<int32_t>{toI32(v->number), v->span};
}

std::optional<At<float>> Lowering::optF32(const Form& form, PropId id) const {
  const Value* v = form.find(id);
  if (v == nullptr) return std::nullopt;
  return At<float>{static_cast<float>(v->number), v->span};
}

std::optional<At<bool>> Lowering::optBool(const Form& form, PropId id) const {
  const Value* v = form.find(id);
  if (v == nullptr || v->kind != Value::Kind::boolean) return std::nullopt;
  return At<bool>{v->code != 0, v->span};
}

At<std::string> Lowering::text(const Form& form, PropId id) const {
  const Value* v = form.find(id);
  return v == nullptr ? At<std::string>{} : At<std::string>{v->text, v->span};
}

At<uint32_t> Lowering::flags(const Form& form, PropId id) const {
  At<uint32_t> out;
  const Value* v = form.find(id);
  if (v == nullptr) return out;
  out.span = v->span;
  for (const Value& item : v->items) {
    if (item.kind == Value::Kind::member) out.value |= item.code;
  }
  return out;
}

Index Lowering::indexOf(const Form* form) const {
  const auto at = indices_.find(form);
  return at == indices_.end() ? kNone : at->second;
}

At<Index> Lowering::ref(const Value& value) {
  At<Index> out{kNone, value.span};
  if (value.kind != Value::Kind::reference || value.form == nullptr) return out;
  out.value = indexOf(value.form);
  const bool work = root_ != nullptr && (root_->id == FormId::render_pass || root_->id == FormId::compute_pass ||
                                         root_->id == FormId::frame || root_->id == FormId::queue);
  if (root_ != nullptr && !root_->synthesized && value.form->synthesized && !work) {
    const bool bundle = root_->id == FormId::render_bundle;
    error(bundle ? "bundle/lowered-ref" : "ref/lowered-too-late", value.span,
          cat(self(), " names `", value.text, "`, which sugar makes after every written resource"))
        .notes.push_back(
            {std::nullopt, "write that resource out as a form of its own, or name it from a pass or a frame"});
    out.value = kNone;
  }
  return out;
}

At<Index> Lowering::ref(const Form& form, PropId id) {
  const Value* v = form.find(id);
  return v == nullptr ? At<Index>{kNone, {}} : ref(*v);
}

std::vector<At<Index>> Lowering::refs(const Form& form, PropId id) {
  std::vector<At<Index>> out;
  const Value* v = form.find(id);
  if (v == nullptr) return out;
  for (const Value& item : v->items) out.push_back(ref(item));
  return out;
}

std::optional<Bytes> Lowering::file(std::string_view rule, const At<std::string>& path) {
  if (path.value.empty()) return std::nullopt;  // the schema refuses an empty path
  constexpr size_t kMaxFile = 8u << 20;
  std::expected<Bytes, std::string> bytes =
      options.files == nullptr ? std::unexpected<std::string>("this build of the compiler reads no files")
                               : options.files->read(path.value);
  if (bytes && bytes->size() > kMaxFile) bytes = std::unexpected<std::string>("larger than 8 MiB");
  if (bytes) return std::move(*bytes);
  error(rule, path.span, cat(self(), " :file \"", path.value, "\" cannot be read: ", bytes.error()))
      .notes.push_back(
          {std::nullopt, "a path is relative to the folder of the document, or to the current folder for piped text"});
  return std::nullopt;
}

}  // namespace pngine::compile
