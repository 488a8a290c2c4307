// C++ face of forms.def: identifiers of forms and properties, their rows, and look-ups. A form is added by one row in
// forms.def, one lowering function in compile/ and one golden.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "webgpu/enums.h"

namespace pngine::schema {

// Identifiers follow the spelling: FormId::compute_pass for (compute-pass ...), PropId::compute_pass__bind_groups for
// its :bind-groups. Local forms carry their parent: bind_group_entry, bind_group_layout_entry; layout_buffer,
// layout_sampler, layout_texture, layout_storage_texture (children of a layout entry); copy_texture_source,
// copy_texture_destination, copy_image_source, copy_image_destination.
enum class FormId : uint8_t {
#define FORM(id, ...) id,
#include "schema/forms.def"
};
enum class PropId : uint16_t {
#define FORM(...)
#define PROP(form, id, ...) form##__##id,
#include "schema/forms.def"
};
inline constexpr size_t kFormCount = 0
#define FORM(...) +1
#include "schema/forms.def"
    ;

/// Kinds of number slots (numbers.def).
enum class NumberKind : uint8_t {
#define NUMBER(id, ...) id,
#include "schema/numbers.def"
};
struct NumberInfo {
  std::string_view name;  ///< "bytes4", "pool", ...
  bool integer;
  double least, greatest;
  uint32_t multiple;      ///< 1 = every integer; 0 for reals
  std::string_view what;  ///< for messages: what the slot holds, and why it is bounded
};
const NumberInfo& numberInfo(NumberKind kind);

/// No bound on a list or on children.
inline constexpr uint16_t kAny = 0xFFFF;

/// What a property accepts. A number slot takes a literal, an expression or the name of a define; `words` are members
/// of an enumeration; `refs` are forms that a bare name may declare. Several arms may be set at once.
struct Type {
  enum class Base : uint8_t {
    number,  ///< number, and members of `words` when has_words
    boolean,
    text,       ///< string
    path,       ///< string: not empty, no line break, no NUL, no leading white space
    symbol,     ///< free symbol
    declares,   ///< free symbol that names the form
    member,     ///< member of `words`
    reference,  ///< name of a form in `refs`, or member of `words` when has_words
    size,       ///< texture size: [extent] of 1 to 3, `canvas`, or an image-bitmap
  };
  Base base = Base::symbol;
  NumberKind number = NumberKind::real;
  bool has_words = false;
  webgpu::EnumId words{};
  uint8_t ref_count = 0;
  std::array<FormId, 4> refs{};
  bool is_list = false;
  uint16_t least = 0, most = kAny;  ///< lengths of a list

  std::span<const FormId> references() const { return {refs.data(), ref_count}; }
};

/// Value that the compiler supplies for an absent property.
struct Default {
  enum class Kind : uint8_t { none, number, word } kind = Kind::none;
  double number = 0;
  std::string_view word;
};

enum class Section : uint8_t { document, resource, shape, binding, pipeline, pass, schedule, sugar };
/// "resources", "passes", ...: heading in a reference page.
std::string_view describe(Section section);

struct PropInfo {
  PropId id;
  FormId form;
  std::string_view key;  ///< without the colon
  bool required;
  Type type;
  Default fallback;
  std::string_view help;
};
struct ChildInfo {
  FormId parent, child;
  uint16_t least, most;  ///< counted over the children with this head; kAny = no upper bound
};
struct FormInfo {
  FormId id;
  std::string_view head;
  bool root, once, open, local;
  Section section;
  uint16_t least, most;  ///< counted over all children together
  std::string_view help;
};
struct ExclusiveInfo {
  FormId form;
  uint8_t least;
  std::array<std::string_view, 4> keys;  ///< empty ones are unused
};
struct DependsInfo {
  FormId form;
  std::string_view key, other;
};
struct WhenInfo {
  FormId form;
  std::string_view key, other;
  std::array<std::string_view, 2> words;
};

std::span<const FormInfo> forms();
std::span<const ExclusiveInfo> exclusives();
std::span<const DependsInfo> dependencies();
std::span<const WhenInfo> conditions();
const FormInfo& formInfo(FormId id);
const PropInfo& propInfo(PropId id);
/// Rows of one form, in table order.
std::span<const PropInfo> propsOf(FormId form);
std::span<const ChildInfo> childrenOf(FormId parent);
/// Forms that admit this one.
std::span<const FormId> parentsOf(FormId child);

/// The global (not local) form with that head; nullptr when there is none. Takes no namespace prefix.
const FormInfo* findForm(std::string_view head);
/// The form that this head means inside `parent`; nullptr when the parent does not admit it.
const FormInfo* findChild(FormId parent, std::string_view head);
/// nullptr for a key that the form does not declare. The key without its colon.
const PropInfo* findProp(FormId form, std::string_view key);
/// Default of a numeric property ("is(n)" rows); nullopt when there is none.
std::optional<double> defaultNumber(PropId id);
/// What a type accepts, in words: "a list of at least 1 buffer usage", "the name of a texture".
std::string describe(const Type& type);

}  // namespace pngine::schema
