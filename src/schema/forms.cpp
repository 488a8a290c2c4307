// The tables that forms.def makes, the proof that they are well formed, and look-ups.
#include "schema/forms.h"

#include <vector>

#include "base/text.h"

namespace pngine::schema {

namespace {

using enum webgpu::EnumId;

// Vocabulary of forms.def.
constexpr unsigned child = 0, root = 1, once = 2, open = 4, local = 8;
constexpr bool required = true, optional = false;
constexpr Default none{};
consteval Default is(double number) { return {Default::Kind::number, number, {}}; }
template <size_t N>
consteval Default is(const char (&word)[N]) {
  return {Default::Kind::word, 0, word};
}

#define FORM(id, ...) [[maybe_unused]] constexpr FormId form_##id = FormId::id;
#include "schema/forms.def"
#define NUMBER(id, ...) [[maybe_unused]] constexpr NumberKind number_##id = NumberKind::id;
#include "schema/numbers.def"

consteval Type simple(Type::Base base) {
  Type t;
  t.base = base;
  return t;
}
consteval Type boolean() { return simple(Type::Base::boolean); }
consteval Type text() { return simple(Type::Base::text); }
consteval Type path() { return simple(Type::Base::path); }
consteval Type symbol() { return simple(Type::Base::symbol); }
consteval Type declares() { return simple(Type::Base::declares); }
consteval Type numberType(NumberKind kind) {
  Type t = simple(Type::Base::number);
  t.number = kind;
  return t;
}
consteval Type member(webgpu::EnumId words) {
  Type t = simple(Type::Base::member);
  t.has_words = true;
  t.words = words;
  return t;
}
consteval Type withWords(Type t, webgpu::EnumId words) {
  t.has_words = true;
  t.words = words;
  return t;
}
template <class... Ids>
consteval Type references(Ids... ids) {
  Type t = simple(Type::Base::reference);
  for (const FormId id : {ids...}) t.refs[t.ref_count++] = id;
  return t;
}
consteval Type list(Type t, uint16_t least, uint16_t most) {
  t.is_list = true;
  t.least = least;
  t.most = most;
  return t;
}
consteval Type size_or_refs() {
  Type t = withWords(references(FormId::image_bitmap), webgpu::EnumId::TextureSizeMode);
  t.base = Type::Base::size;
  t.number = NumberKind::extent;
  t.least = 1;
  t.most = 3;
  return t;
}

// refs(a, b) names forms by their identifiers.
#define REFS_1(a) FormId::a
#define REFS_2(a, b) FormId::a, FormId::b
#define REFS_3(a, b, c) FormId::a, FormId::b, FormId::c
#define REFS_4(a, b, c, d) FormId::a, FormId::b, FormId::c, FormId::d
#define REFS_PICK(a, b, c, d, name, ...) name
#define REFS_OF(...) REFS_PICK(__VA_ARGS__, REFS_4, REFS_3, REFS_2, REFS_1, )(__VA_ARGS__)
#define refs(...) references(REFS_OF(__VA_ARGS__))
#define number(kind) numberType(NumberKind::kind)
#define word_or_refs(words, ...) withWords(references(REFS_OF(__VA_ARGS__)), words)
#define number_or_word(kind, words) withWords(numberType(NumberKind::kind), words)

constexpr auto kForms = std::to_array<FormInfo>({
#define FORM(id, head, flags, section, least, most, help) \
  {FormId::id,                                            \
   head,                                                  \
   ((flags) & root) != 0,                                 \
   ((flags) & once) != 0,                                 \
   ((flags) & open) != 0,                                 \
   ((flags) & local) != 0,                                \
   Section::section,                                      \
   least,                                                 \
   most,                                                  \
   help},
#include "schema/forms.def"
});

constexpr auto kProps = std::to_array<PropInfo>({
#define FORM(...)
#define PROP(form, id, key, presence, type, fallback, help) \
  {PropId::form##__##id, FormId::form, key, presence, type, fallback, help},
#include "schema/forms.def"
});

constexpr auto kChildren = std::to_array<ChildInfo>({
#define FORM(...)
#define CHILD(parent, child_form, least, most) {FormId::parent, FormId::child_form, least, most},
#include "schema/forms.def"
});

#undef refs
#undef number
#undef word_or_refs
#undef number_or_word

constexpr auto kExclusives = std::to_array<ExclusiveInfo>({
#define FORM(...)
#define EXCLUSIVE(form, least, ...) {FormId::form, least, {__VA_ARGS__}},
#include "schema/forms.def"
});
constexpr auto kDepends = std::to_array<DependsInfo>({
#define FORM(...)
#define DEPENDS(form, key, other) {FormId::form, key, other},
#include "schema/forms.def"
});
constexpr auto kConditions = std::to_array<WhenInfo>({
#define FORM(...)
#define ONLY_WHEN(form, key, other, a, b) {FormId::form, key, other, {a, b}},
#include "schema/forms.def"
});
constexpr auto kNumbers = std::to_array<NumberInfo>({
#define NUMBER(id, integer, least, greatest, multiple, what) {#id, integer, least, greatest, multiple, what},
#include "schema/numbers.def"
});

// Rows of one form are contiguous, so a form is a range of each table.
struct Range {
  uint16_t first = 0, count = 0;
};
template <class Table, class Key>
consteval std::array<Range, kFormCount> rangesOf(const Table& table, Key key) {
  std::array<Range, kFormCount> out{};
  for (size_t i = 0; i < table.size(); ++i) {
    Range& r = out[static_cast<size_t>(key(table[i]))];
    if (r.count == 0) r.first = static_cast<uint16_t>(i);
    ++r.count;
  }
  return out;
}
constexpr auto kPropRanges = rangesOf(kProps, [](const PropInfo& p) { return p.form; });
constexpr auto kChildRanges = rangesOf(kChildren, [](const ChildInfo& c) { return c.parent; });

consteval bool wellFormed() {
  for (size_t i = 0; i < kForms.size(); ++i) {
    const FormInfo& f = kForms[i];
    if (static_cast<size_t>(f.id) != i || f.head.empty() || f.help.empty() || (f.root && f.local)) return false;
    for (size_t j = 0; j < i; ++j) {
      if (kForms[j].head == f.head && !kForms[j].local && !f.local) return false;
    }
    const Range props = kPropRanges[i], children = kChildRanges[i];
    for (size_t j = props.first; j < size_t{props.first} + props.count; ++j) {
      if (kProps[j].form != f.id) return false;  // not contiguous
      for (size_t k = props.first; k < j; ++k) {
        if (kProps[k].key == kProps[j].key) return false;
      }
    }
    for (size_t j = children.first; j < size_t{children.first} + children.count; ++j) {
      if (kChildren[j].parent != f.id || kForms[static_cast<size_t>(kChildren[j].child)].root) return false;
    }
    if (children.count == 0 && f.most != 0) return false;
  }
  for (size_t i = 0; i < kProps.size(); ++i) {
    const PropInfo& p = kProps[i];
    if (static_cast<size_t>(p.id) != i || p.help.empty() || p.key.empty() || p.type.least > p.type.most) return false;
    if (p.required && p.fallback.kind != Default::Kind::none) return false;
  }
  return true;
}
static_assert(wellFormed(),
              "forms.def: a duplicate head or key, scattered rows, or a required property with a default");

}  // namespace

const NumberInfo& numberInfo(NumberKind kind) { return kNumbers[static_cast<size_t>(kind)]; }
std::span<const FormInfo> forms() { return kForms; }
std::span<const ExclusiveInfo> exclusives() { return kExclusives; }
std::span<const DependsInfo> dependencies() { return kDepends; }
std::span<const WhenInfo> conditions() { return kConditions; }
const FormInfo& formInfo(FormId id) { return kForms[static_cast<size_t>(id)]; }
const PropInfo& propInfo(PropId id) { return kProps[static_cast<size_t>(id)]; }

std::span<const PropInfo> propsOf(FormId form) {
  const Range r = kPropRanges[static_cast<size_t>(form)];
  return std::span(kProps).subspan(r.first, r.count);
}

std::span<const ChildInfo> childrenOf(FormId parent) {
  const Range r = kChildRanges[static_cast<size_t>(parent)];
  return std::span(kChildren).subspan(r.first, r.count);
}

std::span<const FormId> parentsOf(FormId form) {
  static const std::vector<std::vector<FormId>> parents = [] {
    std::vector<std::vector<FormId>> out(kFormCount);
    for (const ChildInfo& c : kChildren) out[static_cast<size_t>(c.child)].push_back(c.parent);
    return out;
  }();
  return parents[static_cast<size_t>(form)];
}

const FormInfo* findForm(std::string_view head) {
  for (const FormInfo& f : kForms) {
    if (!f.local && f.head == head) return &f;
  }
  return nullptr;
}

const FormInfo* findChild(FormId parent, std::string_view head) {
  for (const ChildInfo& c : childrenOf(parent)) {
    if (formInfo(c.child).head == head) return &formInfo(c.child);
  }
  return nullptr;
}

const PropInfo* findProp(FormId form, std::string_view key) {
  for (const PropInfo& p : propsOf(form)) {
    if (p.key == key) return &p;
  }
  return nullptr;
}

std::optional<double> defaultNumber(PropId id) {
  const Default& d = propInfo(id).fallback;
  return d.kind == Default::Kind::number ? std::optional(d.number) : std::nullopt;
}

std::string_view describe(Section section) {
  switch (section) {
    case Section::document:
      return "document";
    case Section::resource:
      return "resources";
    case Section::shape:
      return "shapes";
    case Section::binding:
      return "binding";
    case Section::pipeline:
      return "pipelines";
    case Section::pass:
      return "passes";
    case Section::schedule:
      return "scheduling";
    case Section::sugar:
      return "sugar";
  }
  return {};
}

namespace {

// One value of the type, without its list.
std::string describeOne(const Type& type) {
  std::vector<std::string> kinds;
  for (const FormId id : type.references()) kinds.emplace_back(formInfo(id).head);
  std::vector<std::string_view> names(kinds.begin(), kinds.end());
  switch (type.base) {
    case Type::Base::number:
      return std::string(numberInfo(type.number).what);
    case Type::Base::boolean:
      return "true or false";
    case Type::Base::text:
      return "a string";
    case Type::Base::path:
      return "a file path in quotes";
    case Type::Base::symbol:
      return "a symbol";
    case Type::Base::declares:
      return "a symbol, the name of the form";
    case Type::Base::member:
      return withArticle(webgpu::describe(type.words));
    case Type::Base::reference:
      return cat("the name of a ", listed(names));
    case Type::Base::size:
      return "an extent [width height depth], canvas, or the name of an image-bitmap";
  }
  return {};
}

}  // namespace

std::string describe(const Type& type) {
  std::string one = describeOne(type);
  if (type.has_words && (type.base == Type::Base::number || type.base == Type::Base::reference)) {
    for (const webgpu::EnumMember& m : webgpu::members(type.words)) one += cat(" or ", m.text);
  }
  if (!type.is_list) return one;
  if (type.least == type.most) return cat("a list of exactly ", type.least, " elements, each ", one);
  if (type.most == kAny && type.least == 0) return cat("a list, each element ", one);
  if (type.most == kAny) return cat("a list of at least ", type.least, ", each element ", one);
  return cat("a list of ", type.least, " to ", type.most, " elements, each ", one);
}

}  // namespace pngine::schema
