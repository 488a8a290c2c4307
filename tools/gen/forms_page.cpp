// docs/forms.md and docs/forms.json out of forms.def. Examples are cut out of documents that the tests compile.
#include <cstdio>
#include <memory>
#include <set>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "pages.h"
#include "schema/forms.h"
#include "sjon/sjon.h"

namespace pngine::gen {
namespace {

using schema::FormId;
using schema::FormInfo;
using schema::PropInfo;
using schema::Section;

constexpr Section kSections[] = {Section::document, Section::resource, Section::shape,    Section::binding,
                                 Section::pipeline, Section::pass,     Section::schedule, Section::sugar};
constexpr size_t kFewWords = 12;  // longer lists of words get a table of their own

// ---- examples

struct Example {
  std::string text;
  size_t keys = 0;
};

/// Cuts examples out of documents: of each form the one that writes the most keys, then the shortest.
class Examples {
 public:
  std::expected<void, std::string> add(const std::string& path) {
    const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    if (file == nullptr) return std::unexpected(cat("cannot read ", path));
    std::string source;
    char piece[4096];
    while (const size_t n = std::fread(piece, 1, sizeof piece, file.get())) source.append(piece, n);
    Diagnostics diagnostics;
    const sjon::Document document = sjon::parse(source, diagnostics);
    for (const sjon::Node& root : document.roots()) {
      if (const FormInfo* form = schema::findForm(root.text)) visit(root, form->id, source);
    }
    return {};
  }

  std::string_view of(FormId id) const { return best_[static_cast<size_t>(id)].text; }

 private:
  void visit(const sjon::Node& node, FormId id, std::string_view source) {
    std::set<std::string_view> keys;
    for (const sjon::Node& child : node.children()) {
      if (child.key != nullptr) keys.insert(child.key->text);
      if (child.kind != sjon::Kind::form || child.key != nullptr) continue;
      keys.insert(child.text);
      if (const FormInfo* form = schema::findChild(id, child.text)) visit(child, form->id, source);
    }
    offer(id, outdented(source, node.span), keys.size());
  }

  void offer(FormId id, std::string text, size_t keys) {
    constexpr size_t kLongest = 700;
    Example& best = best_[static_cast<size_t>(id)];
    if (text.size() > kLongest && !best.text.empty()) return;
    const bool better =
        best.text.size() > kLongest || keys > best.keys || (keys == best.keys && text.size() < best.text.size());
    if (best.text.empty() || better) best = {std::move(text), keys};
  }

  /// The text of a span, its later lines moved left as far as its first one stood in.
  static std::string outdented(std::string_view source, Span span) {
    const size_t line = source.rfind('\n', span.begin);
    const size_t indent = span.begin - (line == std::string_view::npos ? 0 : line + 1);
    std::string out;
    size_t at = span.begin;
    while (at < span.end) {
      const size_t end = std::min<size_t>(source.find('\n', at), span.end - 1) + 1;
      out += source.substr(at, end - at);
      at = end;
      for (size_t i = 0; i < indent && at < span.end && source[at] == ' '; ++i) ++at;
    }
    return out;
  }

  Example best_[schema::kFormCount];
};

// ---- pieces of the page

std::string title(const FormInfo& form) {
  if (!form.local) return std::string(form.head);
  return cat(form.head, " (in ", schema::formInfo(schema::parentsOf(form.id)[0]).head, ")");
}

std::string anchor(const FormInfo& form) {
  std::string out;
  for (const char c : title(form)) {
    if (c == ' ')
      out += '-';
    else if (c != '(' && c != ')')
      out += c;
  }
  return out;
}

std::string link(FormId id) {
  const FormInfo& form = schema::formInfo(id);
  return cat("[", form.head, "](#", anchor(form), ")");
}

std::string words(webgpu::EnumId id) {
  const auto members = webgpu::members(id);
  if (members.size() > kFewWords) return cat("[", webgpu::describe(id), "](#words)");
  std::string out;
  for (const webgpu::EnumMember& m : members) out += cat(out.empty() ? "" : " ", "`", m.text, "`");
  return out;
}

std::string range(schema::NumberKind kind) {
  const schema::NumberInfo& info = schema::numberInfo(kind);
  if (!info.integer) return info.least > -1e37 ? cat("number, at least ", info.least) : "number";
  std::string out = cat("integer from ", info.least, " to ", info.greatest);
  if (info.multiple > 1) out += cat(", a multiple of ", uint64_t{info.multiple});
  return out;
}

std::string oneValue(const schema::Type& type) {
  using Base = schema::Type::Base;
  std::string out;
  switch (type.base) {
    case Base::number:
      out = type.number == schema::NumberKind::unorm ? "number from 0 to 1" : range(type.number);
      break;
    case Base::boolean:
      return "`true` or `false`";
    case Base::text:
      return "string";
    case Base::path:
      return "path, a string";
    case Base::symbol:
    case Base::declares:
      return "symbol";
    case Base::member:
      return words(type.words);
    case Base::reference:
      for (const FormId id : type.references()) out += cat(out.empty() ? "name of " : " or ", link(id));
      break;
    case Base::size:
      return cat("1 to 3 integers from 1, `canvas`, or name of ", link(FormId::image_bitmap));
  }
  return type.has_words ? cat(out, " or ", words(type.words)) : out;
}

std::string value(const schema::Type& type) {
  const std::string one = oneValue(type);
  if (!type.is_list) return one;
  if (type.least == type.most) return cat("list of ", uint64_t{type.least}, ": ", one);
  if (type.most == schema::kAny)
    return cat("list", type.least == 0 ? "" : cat(", at least ", uint64_t{type.least}), ": ", one);
  return cat("list of ", uint64_t{type.least}, " to ", uint64_t{type.most}, ": ", one);
}

/// The default of a device limit, which the device supplies.
std::string limitDefault(std::string_view key) {
#define LIMIT(ident, name, member, value) \
  if (key == name) return cat("`", double{value}, "`");
#include "webgpu/limits.def"
  return {};
}

std::string fallback(const PropInfo& prop) {
  if (prop.form == FormId::limits) return limitDefault(prop.key);
  if (prop.required) return "required";
  if (prop.fallback.kind == schema::Default::Kind::number) return cat("`", prop.fallback.number, "`");
  if (prop.fallback.kind == schema::Default::Kind::word) return cat("`", prop.fallback.word, "`");
  return {};
}

std::string counts(uint16_t least, uint16_t most) {
  if (least == most) return cat("exactly ", uint64_t{least});
  if (most == schema::kAny) return least == 0 ? "any number" : cat("at least ", uint64_t{least});
  return least == 0 ? cat("at most ", uint64_t{most}) : cat(uint64_t{least}, " to ", uint64_t{most});
}

std::string propertyTable(const FormInfo& form) {
  const auto props = schema::propsOf(form.id);
  if (props.empty()) return {};
  std::string out = "| key | value | when absent | |\n|---|---|---|---|\n";
  for (const PropInfo& p : props) {
    out += cat("| `:", p.key, "` | ", value(p.type), " | ", fallback(p), " | ", cell(p.help), " |\n");
  }
  return out + "\n";
}

std::string conditionsOf(FormId id) {
  std::string out;
  for (const schema::ExclusiveInfo& e : schema::exclusives()) {
    if (e.form != id) continue;
    std::string keys;
    for (const std::string_view k : e.keys) {
      if (!k.empty()) keys += cat(keys.empty() ? "`:" : ", `:", k, "`");
    }
    out += cat(e.least == 0 ? "- At most one of " : "- Exactly one of ", keys, ".\n");
  }
  for (const schema::DependsInfo& d : schema::dependencies()) {
    if (d.form == id) out += cat("- `:", d.key, "` needs `:", d.other, "`.\n");
  }
  for (const schema::WhenInfo& w : schema::conditions()) {
    if (w.form == id) {
      out += cat("- `:", w.key, "` only where `:", w.other, "` is `", w.words[0], "` or `", w.words[1], "`.\n");
    }
  }
  return out.empty() ? out : out + "\n";
}

std::string placeOf(const FormInfo& form) {
  std::string out;
  if (form.root) out = form.once ? "Stands at the root, at most once." : "Stands at the root.";
  std::string parents;
  for (const FormId id : schema::parentsOf(form.id)) parents += cat(parents.empty() ? "" : ", ", link(id));
  if (!parents.empty()) out += cat(out.empty() ? "" : " ", "Stands in ", parents, ".");
  if (form.open) out += " Keys that are not listed are accepted and ignored.";
  return out;
}

std::string childrenOf(const FormInfo& form) {
  const auto children = schema::childrenOf(form.id);
  if (children.empty()) return {};
  std::string out = cat("Children, ", counts(form.least, form.most), " in all:");
  std::string sep = " ";
  for (const schema::ChildInfo& c : children) {
    out +=
        cat(sep, link(c.child), c.least == 0 && c.most == schema::kAny ? "" : cat(" (", counts(c.least, c.most), ")"));
    sep = ", ";
  }
  return out + ".\n\n";
}

std::string formText(const FormInfo& form, const Examples& examples) {
  std::string out = cat("### ", title(form), "\n\n", form.help, ". ", placeOf(form), "\n\n", propertyTable(form),
                        conditionsOf(form.id), childrenOf(form));
  out[out.find("\n\n") + 2] = static_cast<char>(out[out.find("\n\n") + 2] & ~0x20);  // sentences begin with a capital
  if (const std::string_view example = examples.of(form.id); !example.empty())
    out += cat("```sjon\n", example, "\n```\n\n");
  return out;
}

/// Long word lists, once each.
std::string wordTables() {
  std::set<webgpu::EnumId> seen;
  std::string out = "## Words\n\n";
  for (const FormInfo& form : schema::forms()) {
    for (const PropInfo& p : schema::propsOf(form.id)) {
      if (!p.type.has_words || webgpu::members(p.type.words).size() <= kFewWords || !seen.insert(p.type.words).second) {
        continue;
      }
      out += cat("**", webgpu::describe(p.type.words), "**:");
      for (const webgpu::EnumMember& m : webgpu::members(p.type.words)) out += cat(" `", m.text, "`");
      out += "\n\n";
    }
  }
  return out;
}

constexpr std::string_view kIntroduction =
    R"(Every form of the language, what it takes and what it means. How documents are written is told in [language.md](language.md);
what is refused beyond shapes and ranges in [rules.md](rules.md). A number may be a literal, an
[expression](functions.md) or the name of a `define`. References may go forward. Where the column *when absent* is empty, absence means
what the last column says, or that there is none.

)";

}  // namespace

std::expected<std::string, std::string> formsPage(std::span<const std::string> example_files) {
  Examples examples;
  for (const std::string& path : example_files) {
    if (const auto added = examples.add(path); !added) return std::unexpected(added.error());
  }
  std::string out = cat("# Forms\n\n", generatedFrom("src/schema/forms.def"), kIntroduction);
  for (const Section section : kSections) {
    out += cat("**", schema::describe(section), "**:");
    for (const FormInfo& form : schema::forms()) {
      if (form.section == section && !form.local) out += cat(" ", link(form.id));
    }
    out += "\n\n";
  }
  for (const Section section : kSections) {
    std::string heading(schema::describe(section));
    heading[0] = static_cast<char>(heading[0] & ~0x20);
    out += cat("## ", heading, "\n\n");
    for (const FormInfo& form : schema::forms()) {
      if (form.section == section) out += formText(form, examples);
    }
  }
  out += wordTables();
  out.pop_back();
  return out;
}

// ---- for tools

namespace {

void writeProperty(JsonWriter& json, const PropInfo& p) {
  json.beginObject().member("key", p.key).member("required", p.required);
  json.member("value", schema::describe(p.type)).member("help", p.help);
  if (p.type.is_list) json.member("list", true);
  if (p.fallback.kind == schema::Default::Kind::number) json.member("default", p.fallback.number);
  if (p.fallback.kind == schema::Default::Kind::word) json.member("default", p.fallback.word);
  if (p.type.ref_count != 0) {
    json.key("references").beginArray();
    for (const FormId id : p.type.references()) json.string(schema::formInfo(id).head);
    json.endArray();
  }
  if (p.type.has_words) {
    json.key("words").beginArray();
    for (const webgpu::EnumMember& m : webgpu::members(p.type.words)) json.string(m.text);
    json.endArray();
  }
  json.endObject();
}

void writeForm(JsonWriter& json, const FormInfo& form) {
  json.beginObject().member("head", form.head).member("section", schema::describe(form.section));
  json.member("help", form.help).member("root", form.root).member("once", form.once).member("open", form.open);
  json.key("parents").beginArray();
  for (const FormId id : schema::parentsOf(form.id)) json.string(schema::formInfo(id).head);
  json.endArray().key("properties").beginArray();
  for (const PropInfo& p : schema::propsOf(form.id)) writeProperty(json, p);
  json.endArray().key("children").beginArray();
  for (const schema::ChildInfo& c : schema::childrenOf(form.id)) {
    json.beginObject().member("head", schema::formInfo(c.child).head).member("least", uint32_t{c.least});
    if (c.most != schema::kAny) json.member("most", uint32_t{c.most});
    json.endObject();
  }
  json.endArray().endObject();
}

}  // namespace

std::string formsJson() {
  JsonWriter json(1);
  json.beginObject().key("forms").beginArray();
  for (const FormInfo& form : schema::forms()) writeForm(json, form);
  json.endArray().endObject();
  return json.take() + "\n";
}

}  // namespace pngine::gen
