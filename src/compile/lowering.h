// What every lowering function gets: the Program being filled, readers of checked values, and errors that poison.
// One function per form; the table in lower.cpp connects them.
#pragma once
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/text.h"
#include "compile/compile.h"

namespace pngine::compile {

using program::At;
using program::Index;
using program::kNone;
using program::Program;
using schema::Form;
using schema::FormId;
using schema::PropId;
using schema::Value;

/// Number of a slot whose range the schema already checked; out-of-range values (of failed forms) become 0.
uint32_t toU32(double value);
int32_t toI32(double value);

class Lowering {
 public:
  Lowering(const schema::CheckedDocument& document, std::string_view source, const Expansion& expansion,
           const CompileOptions& options, Diagnostics& diagnostics, Program& program)
      : document(document),
        source(source),
        expansion(expansion),
        options(options),
        diagnostics(diagnostics),
        program(program) {}

  const schema::CheckedDocument& document;
  std::string_view source;
  const Expansion& expansion;
  const CompileOptions& options;
  Diagnostics& diagnostics;
  Program& program;

  /// Starts a root form: errors go on its account. `origin` lives in the (already sized) vectors of the Program.
  void enter(const Form& form, program::Origin& origin);
  /// Marks the current root form as one whose facts are not known, without a finding.
  void poison() {
    if (origin_ != nullptr) origin_->poisoned = true;
  }
  bool poisoned() const { return origin_ != nullptr && origin_->poisoned; }

  /// Reports at a place inside the current root form and poisons it. Silent when the form already failed the schema.
  /// The result is a scratch diagnostic then, so that notes can always be added.
  Diagnostic& error(std::string_view rule, Span span, std::string message);
  Diagnostic& warning(std::string_view rule, Span span, std::string message);
  /// "buffer `b`": how messages name the current form.
  std::string self() const;

  // ---- properties ----
  At<uint32_t> u32(const Form& form, PropId id, uint32_t fallback = 0) const;
  std::optional<At<uint32_t>> optU32(const Form& form, PropId id) const;
  At<int32_t> i32(const Form& form, PropId id) const;
  std::optional<At<float>> optF32(const Form& form, PropId id) const;
  std::optional<At<bool>> optBool(const Form& form, PropId id) const;
  At<std::string> text(const Form& form, PropId id) const;
  template <class E>
  std::optional<At<E>> optEnum(const Form& form, PropId id) const {
    const Value* v = form.find(id);
    if (v == nullptr || v->kind != Value::Kind::member) return std::nullopt;
    return At<E>{static_cast<E>(v->code), v->span};
  }
  template <class E>
  At<E> enumOr(const Form& form, PropId id, E fallback) const {
    const std::optional<At<E>> v = optEnum<E>(form, id);
    return v ? *v : At<E>{fallback, {}};
  }
  /// Members of a vector or-ed together.
  At<uint32_t> flags(const Form& form, PropId id) const;
  /// The vector's f32 elements, at most `n`, zeros where missing.
  template <size_t N>
  std::optional<At<std::array<float, N>>> optF32s(const Form& form, PropId id) const {
    const Value* v = form.find(id);
    if (v == nullptr || v->kind != Value::Kind::vector) return std::nullopt;
    At<std::array<float, N>> out{{}, v->span};
    for (size_t i = 0; i < N && i < v->items.size(); ++i) out.value[i] = static_cast<float>(v->items[i].number);
    return out;
  }

  // ---- references ----
  /// Index of the referenced form in its vector; kNone when not written or not resolved (then the schema said so).
  At<Index> ref(const Form& form, PropId id);
  At<Index> ref(const Value& value);
  std::vector<At<Index>> refs(const Form& form, PropId id);
  Index indexOf(const Form* form) const;
  void setIndex(const Form& form, Index index) { indices_[&form] = index; }

  /// File named by the document, or an error under `rule` at the path.
  std::optional<Bytes> file(std::string_view rule, const At<std::string>& path);

  uint64_t generated_bytes = 0;  ///< of shapes, for their budget
  /// Constant settings of every module, by module index: filled before modules are lowered.
  std::map<Index, std::map<std::string, program::ConstantSetting, std::less<>>> constants;

 private:
  program::Origin* origin_ = nullptr;
  const Form* root_ = nullptr;
  std::unordered_map<const Form*, Index> indices_;
  Diagnostic scratch_;
};

/// True when nothing is known to be wrong with the resource behind an index.
template <class Vector>
auto* soundAt(Vector& all, Index index) {
  return index < all.size() && !all[index].origin.poisoned ? &all[index] : nullptr;
}

// ---- one function per root form ----
void lowerDefine(Lowering&, const Form&, Index);
void lowerLimits(Lowering&, const Form&, Index);
void lowerCanvas(Lowering&, const Form&, Index);
void lowerData(Lowering&, const Form&, Index);
void lowerImageBitmap(Lowering&, const Form&, Index);
void lowerWasmCall(Lowering&, const Form&, Index);
void lowerShaderModule(Lowering&, const Form&, Index);
void lowerBuffer(Lowering&, const Form&, Index);
void lowerTexture(Lowering&, const Form&, Index);
void lowerSampler(Lowering&, const Form&, Index);
void lowerTextureView(Lowering&, const Form&, Index);
void lowerQuerySet(Lowering&, const Form&, Index);
void lowerBindGroupLayout(Lowering&, const Form&, Index);
void lowerPipelineLayout(Lowering&, const Form&, Index);
void lowerRenderPipeline(Lowering&, const Form&, Index);
void lowerComputePipeline(Lowering&, const Form&, Index);
void lowerBindGroup(Lowering&, const Form&, Index);
void lowerRenderBundle(Lowering&, const Form&, Index);
void lowerQueue(Lowering&, const Form&, Index);
void lowerRenderPass(Lowering&, const Form&, Index);
void lowerComputePass(Lowering&, const Form&, Index);
void lowerFrame(Lowering&, const Form&, Index);

// ---- shared pieces ----
/// Collects and checks the (constant ...) children of every stage of the document (language level rule: per module).
void gatherConstants(Lowering&);
program::Draw lowerDraw(Lowering&, const Form&);
/// Bytes of a return type ("vec4"; with `arrays` also "array<T, N>"), or nullopt.
std::optional<uint64_t> returnedBytes(std::string_view type, bool arrays);
inline constexpr std::string_view kReturnTypes = "f32, i32, u32, vec2, vec3, vec4, mat3x3 or mat4x4";

}  // namespace pngine::compile
