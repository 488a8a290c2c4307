// What the families of rules share: reporting, and the joins between forms that several families need (which bind
// groups serve which pipeline, what a pipeline's shaders reach, how every buffer and texture is used). Built once per
// run.
#pragma once
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "program/image_extent.h"
#include "program/rules.h"

namespace pngine::program {

/// One stage of a pipeline with its shader; `entry` is null when the module was not read or the entry is not known.
struct StageUse {
  wgsl::Stage stage = wgsl::Stage::compute;
  const StageInfo* info = nullptr;
  const ShaderModule* module = nullptr;
  const wgsl::Reflection* reflection = nullptr;
  const wgsl::EntryPoint* entry = nullptr;
};

/// One variable that a stage of a pipeline reaches.
struct BindingUse {
  wgsl::Stage stage = wgsl::Stage::compute;
  const ShaderModule* module = nullptr;
  const wgsl::Binding* binding = nullptr;
};

/// What the shaders of a pipeline ask for. `known` is false when a stage could not be read: then nothing may be
/// concluded from a binding that is absent.
struct Interface {
  bool known = true;
  std::vector<StageUse> stages;
  std::vector<BindingUse> uses;
  const StageUse* stage(wgsl::Stage which) const;
  bool usesGroup(uint32_t group) const;
  bool usesBinding(uint32_t group, uint32_t binding) const;
};

/// A pipeline together with the group number at which it takes a bind group.
struct Scope {
  Index pipeline = kNone;
  uint32_t group = 0;
};

/// How a buffer or texture is used at one place of the document.
enum class Touch : uint8_t {
  bound,  ///< in a bind group, and the shaders do not say how
  uniform,
  storage_read,
  storage_write,
  sampled,
  texture_storage_read,
  texture_storage_write,
  vertex,
  index,
  indirect,
  color_attachment,
  color_load,
  depth_attachment,
  depth_load,
  resolve_target,
  copy_source,
  copy_destination,
  image_destination,
  write,
  resolve_destination,
  view,
  initial,
};
struct Use {
  Touch touch = Touch::bound;
  Span span;
};

class RuleContext {
 public:
  RuleContext(const Program& program, const RuleOptions& options, Diagnostics& diagnostics);

  const Program& program;
  RuleOptions options;  ///< joins are off, too, for documents so large that they would take minutes

  // ---- reporting ----
  Diagnostic& error(std::string_view rule, Span span, std::string message);
  Diagnostic& warning(std::string_view rule, Span span, std::string message);
  /// At most one finding per rule and place: for rules that meet one cause on several roads.
  Diagnostic& errorOnce(std::string_view rule, Span span, std::string message);
  Diagnostic& warningOnce(std::string_view rule, Span span, std::string message);
  /// Marks a form as one whose own facts are wrong, although the finding stands elsewhere.
  void fail(std::string_view rule, const Origin& origin) { failures_.emplace(origin.form.begin, rule); }
  /// True when an error whose rule begins with one of `rules` stands inside the form; no rules: any error.
  bool failed(const Origin& origin, std::initializer_list<std::string_view> rules = {}) const;
  bool reported(std::string_view rule, Span span) const { return seen_.contains({rule, span.begin, span.end}); }

  // ---- lookups for joins: nullptr when the index is not set, out of range, or an error stands in the form. Pipelines
  // ---- are given all the same, since their parts fail one by one: ask failed() for the part that a join needs.
  const Buffer* buffer(Index i) const { return sound(program.buffers, i); }
  const Texture* texture(Index i) const { return sound(program.textures, i); }
  const TextureView* view(Index i) const { return sound(program.views, i); }
  const Sampler* sampler(Index i) const { return sound(program.samplers, i); }
  const Data* data(Index i) const { return sound(program.data, i); }
  const QuerySet* querySet(Index i) const { return sound(program.query_sets, i); }
  const Pipeline* pipeline(Index i) const { return read(program.pipelines, i); }
  const BindGroup* bindGroup(Index i) const { return sound(program.bind_groups, i); }
  const BindGroupLayout* bindGroupLayout(Index i) const { return sound(program.bind_group_layouts, i); }
  const PipelineLayout* pipelineLayout(Index i) const { return sound(program.pipeline_layouts, i); }
  const Bundle* bundle(Index i) const { return sound(program.bundles, i); }
  /// nullptr also for a module in which the shader compiler found an error.
  const ShaderModule* module(Index i) const { return broken_modules_.contains(i) ? nullptr : read(program.modules, i); }

  /// What the pipeline's shaders reach; empty and not known for a pipeline that is not sound.
  const Interface& interface(Index pipeline) const;
  /// The pipelines that a bind group serves, with the group number in each (language: a group on a pipeline serves that
  /// one at :group; a group on a layout serves every pipeline whose layout lists it, at that position).
  const std::vector<Scope>& scopes(Index bind_group) const { return scopes_[bind_group]; }
  /// The explicit layout of a group, by itself or by way of its pipeline; nullptr for a group on an automatic layout.
  const BindGroupLayout* explicitLayout(const BindGroup& group) const;
  /// Every place where a buffer or texture is used.
  const std::vector<Use>& bufferUses(Index i) const { return buffer_uses_[i]; }
  const std::vector<Use>& textureUses(Index i) const { return texture_uses_[i]; }
  bool bufferTouched(Index i, std::initializer_list<Touch> touches) const;
  bool textureTouched(Index i, std::initializer_list<Touch> touches) const;

  /// The texture behind a bind-group entry of kind texture or view; nullptr when it is neither or not sound.
  const Texture* boundTexture(const BindEntry& entry) const;
  Index boundTextureIndex(const BindEntry& entry) const;
  /// Format as the shader sees it: the view's, else the texture's.
  TextureFormat boundFormat(const BindEntry& entry) const;
  /// View dimension that the entry binds; absent when it is not known.
  std::optional<ViewDimension> boundDimension(const BindEntry& entry) const;
  /// Width and height of a texture, as written or of the image that gives them; absent when the canvas decides, and for
  /// images whose file does not say.
  std::optional<ImageExtent> sidesOf(const Texture& texture) const;
  /// The picture of an image bitmap.
  std::optional<ImageExtent> sidesOf(const ImageBitmap& image) const;
  /// Bytes that a buffer entry binds.
  uint64_t boundSize(const BindEntry& entry) const;

  /// Initial bytes of a buffer that are known at compile time: :index-of, :data, :file; nullptr when none.
  const Bytes* initialBytes(const Buffer& buffer) const;
  /// True when something gives the buffer its contents at creation, known or not.
  static bool hasInitialContents(const Buffer& buffer);

  /// Groups of pipelines for which `bind/unbound` was reported: joins that would only repeat it are skipped.
  std::set<std::pair<Index, uint32_t>> unbound;

  // ---- reachability (whole-document warnings) ----
  bool hasFrame() const { return !program.frames.empty(); }
  bool passPerformed(Index i) const { return pass_performed_[i]; }
  bool queuePerformed(Index i) const { return queue_performed_[i]; }

 private:
  template <class T>
  static const T* read(const std::vector<T>& all, Index i) {
    return i < all.size() && !all[i].origin.poisoned ? &all[i] : nullptr;
  }
  template <class T>
  const T* sound(const std::vector<T>& all, Index i) const {
    const T* found = read(all, i);
    return found == nullptr || failed(found->origin) ? nullptr : found;
  }
  Diagnostic& add(Severity severity, std::string_view rule, Span span, std::string message);
  void collectBrokenModules();
  void joinInterfaces();
  void joinScopes();
  void joinBorrowers(Index pipeline, const std::vector<At<Index>>& groups);
  void collectPassUses();
  void collectBindUses();
  void collectQueueUses();
  void collectPerformed();
  void useDraw(const Draw& draw);
  void useBuffer(Index i, Touch touch, Span span);
  void useTexture(Index i, Touch touch, Span span);

  Diagnostics& out_;
  Diagnostic scratch_;
  std::set<std::tuple<std::string_view, uint32_t, uint32_t>> seen_;
  std::multimap<uint32_t, std::string_view> failures_;  // errors by their place
  std::set<Index> broken_modules_;
  std::vector<Interface> interfaces_;
  Interface unknown_;
  std::vector<std::vector<Scope>> scopes_;
  std::vector<std::vector<Use>> buffer_uses_, texture_uses_;
  std::vector<bool> pass_performed_, queue_performed_;
};

/// A binding number travels in one byte.
inline constexpr uint32_t kMaxBinding = 255;

/// The sample counts of a pass's color and depth attachments, without those that are not known.
std::set<uint32_t> attachedSamples(const RuleContext& c, const Pass& p);
/// The draws of a pass in order, those inside occlusion queries included.
std::vector<const Draw*> drawsOf(const Pass& pass);

// ---- words
// -----------------------------------------------------------------------------------------------------------

/// "`steps`"
std::string quoted(std::string_view text);
/// Place of a value, or of the form's name when the value was not written.
inline Span placeOf(Span span, const Origin& origin) { return span.empty() ? origin.name_span : span; }
/// "(limits :max-x 300) would be enough" with the keys of the limits.
std::string raiseHint(std::span<const std::pair<Limit, uint64_t>> needed);
std::string raiseHint(Limit limit, uint64_t needed);
/// The file inside a data form of an image, which is stored as [mime length][mime][file].
ByteView imageBytes(const Data& data);
/// What a format can do as a storage texture of that access.
Capability storageCapability(const FormatInfo& info, StorageTextureAccess access);
/// What the device will have: a limit that asks for less than the default gets the default.
uint64_t effectiveLimit(const Program& program, Limit limit);
/// Place in the document where a module declares a name; the whole code string when it cannot be mapped.
Span wgslPlace(const ShaderModule& module, std::string_view declared);
/// Lower case without hyphens and underscores.
std::string folded(std::string_view name);
/// "var `x` at @group(0) @binding(1)".
std::string variable(const wgsl::Binding& binding);
/// What kind of resource a WGSL variable wants, in words.
std::string_view kindName(wgsl::BindingKind kind);
std::string_view className(ScalarClass scalar);
bool isBufferKind(wgsl::BindingKind kind);
bool isSamplerKind(wgsl::BindingKind kind);
bool isTextureKind(wgsl::BindingKind kind);
uint32_t stageBit(wgsl::Stage stage);
/// True when the formats are certainly different; the canvas format is unknown against 8-bit unorm formats of four
/// channels.
bool formatsDiffer(TextureFormat a, TextureFormat b);
/// Bytes per sample of color attachments in order, each aligned (maxColorAttachmentBytesPerSample of WebGPU).
uint64_t bytesPerSample(std::span<const TextureFormat> formats);
/// Name with "-srgb" removed.
std::string_view withoutSrgb(TextureFormat format);
inline bool hasBit(uint32_t bits, BufferUsage u) { return (bits & static_cast<uint32_t>(u)) != 0; }

// ---- the families, one per file
// --------------------------------------------------------------------------------------

void checkDefines(RuleContext&);
void checkLimits(RuleContext&);
void checkModules(RuleContext&);
void checkData(RuleContext&);
void checkBuffers(RuleContext&);
void checkTextures(RuleContext&);
void checkViews(RuleContext&);
void checkSamplers(RuleContext&);
void checkQuerySets(RuleContext&);
void checkBindGroupLayouts(RuleContext&);
void checkPipelineLayouts(RuleContext&);
void checkComputeStages(RuleContext&);
void checkVertexStages(RuleContext&);
void checkFragmentStages(RuleContext&);
void checkPipelineStates(RuleContext&);
void checkBindGroups(RuleContext&);
void checkBindings(RuleContext&);
void checkAutomaticLayouts(RuleContext&);
void checkCoverage(RuleContext&);
void checkUnbound(RuleContext&);
void checkPassGroups(RuleContext&);
void checkCopies(RuleContext&);
void checkPassPipelines(RuleContext&);
void checkAttachments(RuleContext&);
void checkPassState(RuleContext&);
void checkUsageScopes(RuleContext&);
void checkDraws(RuleContext&);
void checkDispatches(RuleContext&);
void checkQueries(RuleContext&);
void checkBundles(RuleContext&);
void checkQueues(RuleContext&);
void checkFrames(RuleContext&);
void checkFrameOrder(RuleContext&);
void checkHints(RuleContext&);
void checkReachability(RuleContext&);

}  // namespace pngine::program
