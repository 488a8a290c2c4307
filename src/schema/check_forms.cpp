// One form: its keys, its children, and how many of each.
#include <algorithm>

#include "base/text.h"
#include "schema/checker.h"

namespace pngine::schema {

using sjon::Kind;
using sjon::Node;

namespace {

std::vector<std::string_view> keysOf(FormId form) {
  std::vector<std::string_view> out;
  for (const PropInfo& p : propsOf(form)) out.push_back(p.key);
  return out;
}

std::vector<std::string_view> headsOf(FormId form) {
  std::vector<std::string_view> out;
  for (const ChildInfo& c : childrenOf(form)) out.push_back(formInfo(c.child).head);
  return out;
}

// Words for messages that must not become long.
std::string shortList(std::vector<std::string_view> words, std::string_view last) {
  constexpr size_t kMost = 12;
  if (words.size() <= kMost) return listed(words, last);
  std::string out;
  for (size_t i = 0; i < kMost; ++i) out += cat(words[i], ", ");
  return out + "...";
}

}  // namespace

bool Checker::Meant::has(std::string_view key) const { return std::ranges::find(keys, key) != keys.end(); }

Checker::Meant Checker::meantBy(const Node& node, FormId id) {
  Meant out;
  std::vector<std::string_view> lacking, strange;
  for (const PropInfo& p : propsOf(id)) {
    if (p.required && node.get(p.key) == nullptr) lacking.push_back(p.key);
  }
  for (const ExclusiveInfo& group : exclusives()) {
    if (group.form != id || group.least == 0) continue;
    const bool none = std::ranges::none_of(
        group.keys, [&](std::string_view key) { return !key.empty() && node.get(key) != nullptr; });
    if (none) lacking.push_back(group.keys[0]);
  }
  std::vector<const Node*> bare;
  for (const Node& child : node.children()) {
    const bool atom = child.key == nullptr && child.kind != Kind::form && child.kind != Kind::keyword;
    if (atom) bare.push_back(&child);
    if (child.key != nullptr && findChild(id, child.key->text) != nullptr) out.keys.push_back(child.key->text);
    if (child.key == nullptr && child.kind == Kind::keyword) out.keys.push_back(child.text);
    if (child.key == nullptr && child.kind == Kind::form) out.refused_child |= findChild(id, child.text) == nullptr;
    if (child.key == nullptr || findProp(id, child.key->text) != nullptr) continue;
    const auto close = nearest(child.key->text, keysOf(id));
    if (close.empty()) strange.push_back(child.key->text);
    out.keys.insert(out.keys.end(), close.begin(), close.end());
  }
  std::erase_if(lacking, [&](std::string_view key) { return out.has(key); });
  // Bare values stand for the keys that lack, in the order of both, as far as their kinds agree.
  for (size_t i = 0; i < bare.size() && i < lacking.size(); ++i) {
    const Type& type = findProp(id, lacking[i])->type;
    const bool word = type.base == Type::Base::declares || type.base == Type::Base::symbol;
    if (type.is_list != (bare[i]->kind == Kind::vector) || (word && bare[i]->kind != Kind::symbol)) break;
    out.keyless.emplace(bare[i], lacking[i]);
  }
  // (define :SIZE 16) for (define :name SIZE :value 16)
  if (lacking.size() == 2 && lacking[0] == "name" && lacking[1] == "value" && strange.size() == 1) {
    out.named = strange[0];
    out.keys.insert(out.keys.end(), lacking.begin(), lacking.end());
  }
  if (lacking.empty() || strange.size() < lacking.size()) return out;
  if (lacking.size() == 1) out.misnamed = lacking[0];
  out.keys.insert(out.keys.end(), lacking.begin(), lacking.end());
  return out;
}

void Checker::form(const Node& node, Form& out) {
  form_ = &out;
  std::map<std::string_view, const Node*> seen;
  const Meant meant = meantBy(node, out.id);
  for (const Node& child : node.children()) {
    form_ = &out;
    key_ = {};
    if (child.key != nullptr) {
      property(child, out, seen, meant);
    } else if (child.kind == Kind::form) {
      childForm(child, out);
    } else if (child.kind == Kind::keyword) {
      error("syntax/keyword-without-value", "positional_not_allowed", child.span,
            cat(where(), " has the key :", child.text, " without a value"));
    } else {
      strayAtomIn(child, meant);
    }
  }
  form_ = &out;
  key_ = {};
  requiredKeys(out, seen, meant);
  keyGroups(out, seen, meant);
  conditionalKeys(out, seen);
  childCounts(out, meant);
  if (out.id == FormId::limits) limitValues(out);
}

// A bare value inside a form; one that a key lacks is told with that key.
void Checker::strayAtomIn(const Node& atom, const Meant& meant) {
  if (meant.keyless.contains(&atom)) return;
  Diagnostic& d = error("form/stray-atom", "positional_not_allowed", atom.span,
                        cat(where(), " takes no bare values; ", written(atom), " needs a key in front of it"));
  const uint32_t begin = atom.span.begin;
  const std::string_view source = document_.source();
  if (atom.kind == Kind::symbol && form_ != nullptr && findChild(form_->id, atom.text) != nullptr)
    d.notes.push_back({std::nullopt, cat(atom.text, " is a form here: write (", atom.text, " ...)")});
  if (atom.kind == Kind::string && atom.text.empty() && begin > 0 && source[begin - 1] == '"')
    d.notes.push_back(
        {std::nullopt, "the string in front of it began with one quote; a raw string begins and ends with \"\"\""});
}

void Checker::noteKeyless(Diagnostic& d, std::string_view key, const Meant& meant) {
  for (const auto& [atom, lacking] : meant.keyless) {
    if (lacking == key) d.notes.push_back({atom->span, cat("write :", key, " in front of ", written(*atom))});
  }
}

void Checker::property(const Node& child, Form& out, std::map<std::string_view, const Node*>& seen,
                       const Meant& meant) {
  const std::string_view key = child.key->text;
  key_ = key;
  path_.push_back({key, true});
  const auto [first, fresh] = seen.emplace(key, &child);
  const PropInfo* prop = findProp(out.id, key);
  if (!fresh) {
    Diagnostic& d = error("syntax/duplicate-key", "duplicate_key", child.key->span, cat(where(), " is written twice"));
    d.notes.push_back({first->second->key->span, "the first one"});
  } else if (prop == nullptr) {
    unknownKey(child, out, meant);
  } else {
    Value v;
    v.span = child.span;
    if (value(child, *prop, v)) {
      if (prop->type.base == Type::Base::declares || (key == "name" && prop->type.base == Type::Base::symbol)) {
        out.name = v.text;
        out.name_span = v.span;
      }
      out.properties.emplace_back(prop->id, std::move(v));
    } else {
      for (Form* f = &out; f != nullptr; f = const_cast<Form*>(f->parent)) f->failed = true;
    }
  }
  path_.pop_back();
  key_ = {};
}

void Checker::unknownKey(const Node& child, const Form& out, const Meant& meant) {
  const std::string_view key = child.key->text;
  const FormInfo& info = formInfo(out.id);
  const auto keys = keysOf(out.id);
  if (child.kind == Kind::symbol || child.kind == Kind::form) constants_.markUsed(child);
  const PathStep place = path_.back();
  path_.pop_back();
  const std::string subject = where();
  path_.push_back(place);
  std::string known = keys.empty() ? "it has no keys" : cat("it has ", shortList(keys, "and"));
  const std::string hint = didYouMean(key, keys);
  if (info.open) {
    Diagnostic& d =
        warning("key/unknown-open", child.key->span, cat("the key :", key, " of ", subject, " has no effect; ", known));
    if (!hint.empty()) d.notes.push_back({std::nullopt, hint});
    return;
  }
  Diagnostic& d = error("key/unknown", "unknown_key", child.key->span, cat(subject, " has no key :", key, "; ", known));
  if (const FormInfo* inside = findChild(out.id, key); inside != nullptr) {
    const bool one = child.kind == Kind::symbol && !propsOf(inside->id).empty();
    d.notes.push_back(
        {std::nullopt, cat(key, " is a form of its own here: write (", key,
                           one ? cat(" :", propsOf(inside->id)[0].key, " ", written(child), ")") : " ...)")});
    return;
  }
  if (!hint.empty()) {
    d.notes.push_back({std::nullopt, hint});
    return;
  }
  if (meant.named == key) {
    d.notes.push_back({std::nullopt, cat("write :name ", key, " :value ", written(child))});
    return;
  }
  if (!meant.misnamed.empty()) {
    d.notes.push_back({std::nullopt, cat("the form needs :", meant.misnamed, "; was it meant?")});
    return;
  }
  // Perhaps it belongs to a child, to the parent, or to another form that may stand here.
  for (const ChildInfo& c : childrenOf(out.id)) {
    if (findProp(c.child, key) == nullptr) continue;
    d.notes.push_back({std::nullopt, cat(":", key, " belongs into (", formInfo(c.child).head, " ...)")});
    return;
  }
  if (out.parent != nullptr && findProp(out.parent->id, key) != nullptr) {
    d.notes.push_back({std::nullopt, cat(":", key, " belongs to (", formInfo(out.parent->id).head, " ...)")});
    return;
  }
  if (out.parent == nullptr) return;
  for (const ChildInfo& c : childrenOf(out.parent->id)) {
    if (findProp(c.child, key) == nullptr) continue;
    d.notes.push_back({std::nullopt, cat("(", formInfo(c.child).head, " ...) has :", key, "; was it meant?")});
    return;
  }
}

void Checker::childForm(const Node& node, Form& out) {
  if (node.text.empty()) {
    out.failed = true;
    return;
  }
  const FormInfo* info = findChild(out.id, node.text);
  if (info == nullptr) return childNotAdmitted(node, out);
  auto child = std::make_unique<Form>();
  child->id = info->id;
  child->span = node.span;
  child->head = child->name_span = node.head;
  child->parent = &out;
  child->synthesized = node.synthesized;
  child->order = out.order;
  Form& reference = *child;
  out.children.push_back(std::move(child));
  path_.push_back({info->head, false});
  form(node, reference);
  path_.pop_back();
}

void Checker::childNotAdmitted(const Node& node, const Form& out) {
  const FormInfo& parent = formInfo(out.id);
  const auto heads = headsOf(out.id);
  const bool known =
      std::any_of(forms().begin(), forms().end(), [&](const FormInfo& f) { return f.head == node.text; });
  constants_.markUsed(node);
  std::string admitted = heads.empty() ? cat("(", parent.head, " ...) takes no forms inside")
                                       : cat("(", parent.head, " ...) takes ", listed(heads, "and"));
  if (!known && findFunction(node.text) == nullptr) {
    std::vector<std::string_view> all;
    for (const FormInfo& f : forms()) all.push_back(f.head);
    Diagnostic& d =
        error("form/unknown", "unknown_form", node.head, cat("there is no form ", node.text, "; ", admitted));
    std::string hint = didYouMean(node.text, heads);
    if (hint.empty() && findProp(out.id, node.text) != nullptr)
      hint = cat(node.text, " is a key: write :", node.text, " and its value, without parentheses");
    if (hint.empty()) hint = didYouMean(node.text, all);
    if (!hint.empty()) d.notes.push_back({std::nullopt, hint});
    return;
  }
  const bool local = std::any_of(childrenOf(out.id).begin(), childrenOf(out.id).end(),
                                 [](const ChildInfo& c) { return formInfo(c.child).local; });
  const std::string_view code = heads.empty() ? "positional_not_allowed"
                                : local       ? "unknown_local_form"
                                              : "not_head_member";
  Diagnostic& d =
      error("form/child-not-admitted", code, node.head, cat("(", node.text, " ...) has no place here; ", admitted));
  if (std::string hint = didYouMean(node.text, heads); !hint.empty()) d.notes.push_back({std::nullopt, hint});
}

void Checker::requiredKeys(const Form& out, const std::map<std::string_view, const Node*>& seen, const Meant& meant) {
  for (const PropInfo& p : propsOf(out.id)) {
    if (!p.required || seen.contains(p.key) || meant.has(p.key)) continue;
    key_ = p.key;
    Diagnostic& d =
        error("key/missing", "missing_required_key", out.head, cat(where(), " lacks :", p.key, ", ", describe(p.type)));
    d.notes.push_back({std::nullopt, cat(":", p.key, ": ", p.help)});
    noteKeyless(d, p.key, meant);
  }
  key_ = {};
}

void Checker::keyGroups(const Form& out, const std::map<std::string_view, const Node*>& seen, const Meant& meant) {
  bool none = false;  // of a group of which one is needed: what depends on it needs no finding of its own
  for (const ExclusiveInfo& group : exclusives()) {
    if (group.form != out.id) continue;
    std::vector<std::string_view> keys;
    const Node* first = nullptr;
    for (const std::string_view key : group.keys) {
      if (key.empty()) continue;
      keys.push_back(key);
      const auto at = seen.find(key);
      if (at != seen.end() && (first == nullptr || at->second->span.begin < first->span.begin)) first = at->second;
    }
    key_ = keys.front();
    const bool hinted = std::ranges::any_of(keys, [&](std::string_view key) { return meant.has(key); });
    if (first == nullptr && group.least > 0 && !hinted) {
      none = true;
      Diagnostic& d = error("key/one-of", "required_one_of_missing", out.head,
                            cat(where(), " needs one of the keys ", listed(keys)));
      noteKeyless(d, keys[0], meant);
    }
    for (const std::string_view key : keys) {
      const auto at = seen.find(key);
      if (at == seen.end() || at->second == first) continue;
      Diagnostic& d =
          error("key/exclusive", "mutually_exclusive_keys_present", at->second->key->span,
                cat(where(), " takes only one of the keys ", listed(keys), ", not :", first->key->text, " and :", key));
      d.notes.push_back({first->key->span, "the first one"});
    }
  }
  for (const DependsInfo& d : dependencies()) {
    if (none || d.form != out.id || !seen.contains(d.key) || seen.contains(d.other)) continue;
    key_ = d.key;
    error("key/depends", "dependent_key_missing", seen.find(d.key)->second->key->span,
          cat(where(), " has :", d.key, ", which needs :", d.other))
        .notes.push_back({std::nullopt, cat(":", d.key, ": ", findProp(out.id, d.key)->help)});
  }
  key_ = {};
}

void Checker::conditionalKeys(Form& out, const std::map<std::string_view, const Node*>& seen) {
  for (const WhenInfo& when : conditions()) {
    const auto at = seen.find(when.key);
    if (when.form != out.id || at == seen.end()) continue;
    const PropInfo* other = findProp(out.id, when.other);
    const Value* chosen = out.find(other->id);
    if (chosen == nullptr && seen.contains(when.other)) continue;  // its own error was reported
    const bool holds =
        chosen != nullptr && std::find(when.words.begin(), when.words.end(), chosen->text) != when.words.end();
    if (holds) continue;
    key_ = when.key;
    error("key/unknown", "unknown_key", at->second->key->span,
          cat(where(), " has the key :", when.key, " only when :", when.other, " is ", listed(when.words)));
    key_ = {};
  }
}

void Checker::childCounts(const Form& out, const Meant& meant) {
  const FormInfo& info = formInfo(out.id);
  bool excess = false, lacking = false;
  for (const ChildInfo& c : childrenOf(out.id)) {
    const auto found = out.childrenOf(c.child);
    const std::string_view head = formInfo(c.child).head;
    key_ = head;
    if (found.size() < c.least) {
      lacking = true;
      if (meant.refused_child || meant.has(head)) continue;
      error("form/child-missing", "positional_missing", out.head, cat(where(), " lacks a (", head, " ...)"));
    }
    for (size_t i = c.most; c.most != kAny && i < found.size(); ++i) {
      excess = true;
      Diagnostic& d = error("form/child-too-many", "positional_too_many", found[i]->head,
                            cat(where(), " takes at most ", c.most, " (", head, " ...)"));
      d.notes.push_back({found[0]->head, "the first one"});
    }
  }
  key_ = {};
  const auto heads = headsOf(out.id);
  if (!lacking && out.children.size() < info.least) {
    // A child that was refused was perhaps meant to be the one.
    const bool silent = meant.refused_child || (out.failed && out.children.empty());
    if (!silent) {
      error("form/child-missing", "positional_missing", out.head,
            cat(where(), " needs ", info.least == 1 && info.most == 1 ? "exactly" : "at least", " one of ",
                listed(heads), " inside"));
    }
  }
  for (size_t i = info.most; !excess && info.most != kAny && info.most != 0 && i < out.children.size(); ++i) {
    Diagnostic& d = error("form/child-too-many", "positional_too_many", out.children[i]->head,
                          cat(where(), " takes at most ", info.most, " of ", listed(heads)));
    d.notes.push_back({out.children[0]->head, "the first one"});
  }
}

// Device limits that can only fail or have no effect.
void Checker::limitValues(const Form& out) {
  for (const auto& [id, v] : out.properties) {
    const std::string_view key = propInfo(id).key;
    for (const webgpu::LimitInfo& limit : webgpu::limits()) {
      if (limit.key != key) continue;
      const auto asked = static_cast<uint64_t>(v.number);
      const bool alignment = key.starts_with("min-");
      path_.push_back({key, true});
      if (alignment && (asked == 0 || (asked & (asked - 1)) != 0)) {
        error("limits/alignment-pow2", {}, v.span, cat(where(), " is ", asked, ", which is not a power of two"));
      } else if (limit.limit == webgpu::Limit::max_immediate_size && asked % 4 != 0) {
        error("limits/immediate-multiple", {}, v.span, cat(where(), " is ", asked, ", which is not a multiple of 4"));
      } else if (alignment ? asked > limit.fallback : asked < limit.fallback) {
        warning("limits/below-default", v.span,
                cat(where(), " asks for ", asked, ", but every device gives ", limit.fallback, " without asking"));
      }
      path_.pop_back();
    }
  }
}

}  // namespace pngine::schema
