// One value against the type of its slot: kinds, members, references, numbers and their ranges.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "schema/checker.h"
#include "sjon/sjon.h"

namespace pngine::schema {

using sjon::Kind;
using sjon::Node;

namespace {

constexpr double kU32 = 4294967295.0;

std::vector<std::string_view> wordsOf(const Type& type) {
  std::vector<std::string_view> out;
  if (type.has_words) {
    for (const webgpu::EnumMember& m : webgpu::members(type.words)) out.push_back(m.text);
  }
  return out;
}

// Slots that take unlike things report one code of their own.
bool isUnion(const Type& type) {
  return type.base == Type::Base::size ||
         (type.base == Type::Base::reference && type.has_words && type.words != webgpu::EnumId::LayoutMode);
}

// "2d" of the number 2 with the unit d; empty for anything that is no digit-first word.
std::string digitWord(const Node& node) {
  const double value = node.asDouble();
  if (!node.hasUnit() || value != std::floor(value) || value < 0 || value > 9) return {};
  return cat(static_cast<uint32_t>(value), node.text);
}

bool hasDigitWords(const Type& type) {
  return std::ranges::any_of(wordsOf(type), [](std::string_view w) { return w[0] >= '0' && w[0] <= '9'; });
}

// The vertex format of a type of WGSL, f32 or vec3f; empty for other words.
std::string_view vertexFormat(std::string_view word) {
  const std::string_view scalar = word.starts_with("vec") ? word.substr(std::min<size_t>(4, word.size())) : word;
  const char count = word.starts_with("vec") && word.size() > 3 ? word[3] : '1';
  for (const auto& [names, format] : {std::pair<std::string_view, std::string_view>{"f f32 <f32>", "float32"},
                                      {"u u32 <u32>", "uint32"},
                                      {"i i32 <i32>", "sint32"}}) {
    const bool named = word.size() > 2 && cat(" ", names, " ").find(cat(" ", scalar, " ")) != std::string::npos;
    if (!named || count < '1' || count > '4') continue;
    for (const webgpu::EnumMember& m : webgpu::members(webgpu::EnumId::VertexFormat)) {
      if (m.text == (count == '1' ? std::string(format) : cat(format, "x", count))) return m.text;
    }
  }
  return {};
}

std::string range(const NumberInfo& info) {
  const bool low = info.least > -1e300, high = info.greatest < 1e300;
  std::string out;
  if (low && high && info.greatest < 1e30)
    out = cat(" from ", info.least, " to ", info.greatest);
  else if (low && info.least == 0)
    out = " not below 0";
  if (info.multiple > 1) out += cat(", in multiples of ", info.multiple);
  return out;
}

}  // namespace

bool Checker::value(const Node& node, const PropInfo& prop, Value& out) {
  // The text of this value was refused; what it is read as says nothing.
  const auto broken = broken_.lower_bound({node.span.begin, 0});
  const bool inside = broken != broken_.end() && broken->second <= node.span.end;
  if (inside && (node.kind == Kind::string || node.kind == Kind::number || node.isForm(""))) return false;
  if (prop.type.is_list) return list(node, prop, out);
  if (!single(node, prop.type, out)) return false;
  return true;
}

bool Checker::list(const Node& node, const PropInfo& prop, Value& out) {
  const Type& type = prop.type;
  if (node.kind != Kind::vector) {
    constants_.markUsed(node);
    error("value/type", "wrong_underlying", node.span,
          cat(where(), " takes ", describe(type), " between [ and ], not ", sjon::describe(node.kind)));
    return false;
  }
  out.kind = Value::Kind::vector;
  const bool odd = prop.id == PropId::render_pass__viewport && node.count == 5;
  if (node.count < type.least || (type.most != kAny && node.count > type.most) || odd) {
    const std::string_view code = type.least == type.most || odd ? "vector_length_mismatch"
                                  : node.count < type.least      ? "vector_too_short"
                                                                 : "vector_too_long";
    error("value/vector-length", code, node.span,
          cat(where(), " takes ", describe(type), ", not ", node.count, "; ", prop.help));
    constants_.markUsed(node);
    return false;
  }
  bool ok = true;
  int64_t index = 0;
  out.items.reserve(node.count);
  for (const Node& child : node.children()) {
    if (tooMany()) break;
    path_.back().index = index++;
    Value& item = out.items.emplace_back();
    item.span = child.span;
    ok = single(child, type, item) && ok;
  }
  path_.back().index = -1;
  if (ok && prop.id == PropId::render_pass__viewport) ok = viewport(node, out);
  return ok;
}

// The rectangle of a viewport travels as integers although its depths are reals.
bool Checker::viewport(const Node& node, Value& out) {
  bool ok = true;
  const Node* child = node.first;
  for (size_t i = 0; i < 4; ++i, child = child->next) {
    path_.back().index = static_cast<int64_t>(i);
    double number = out.items[i].number;
    ok = resultInRange(*child, NumberKind::u32, number) && ok;
    out.items[i].number = number;
  }
  path_.back().index = -1;
  return ok;
}

bool Checker::single(const Node& node, const Type& type, Value& out) {
  switch (type.base) {
    case Type::Base::number:
      return number(node, type, out);
    case Type::Base::boolean:
      if (node.kind != Kind::boolean) return wrongKind(node, type, "value/boolean");
      out.kind = Value::Kind::boolean;
      out.code = node.boolean ? 1 : 0;
      return true;
    case Type::Base::text:
    case Type::Base::path:
      return string(node, type, out);
    case Type::Base::symbol:
    case Type::Base::declares:
      if (node.kind != Kind::symbol) {
        const bool id = node.kind == Kind::number && form_ != nullptr && form_->id == FormId::constant;
        return wrongKind(node, type, id ? "constant/id-name" : "value/type");
      }
      out.kind = Value::Kind::symbol;
      out.text = node.text;
      return true;
    case Type::Base::member:
      return member(node, type, out);
    case Type::Base::reference:
      return reference(node, type, out);
    case Type::Base::size:
      return size(node, type, out);
  }
  return false;
}

bool Checker::wrongKind(const Node& node, const Type& type, std::string_view rule) {
  constants_.markUsed(node);
  Type one = type;
  one.is_list = false;
  std::string takes = describe(one);
  if (const auto words = wordsOf(type); type.base == Type::Base::member && words.size() <= 20)
    takes += cat(" (", listed(words), ")");
  const std::string_view code = isUnion(type) ? "union_no_branch_matched" : "wrong_underlying";
  const std::string got = node.kind == Kind::form     ? cat("the expression ", written(node))
                          : node.kind == Kind::number ? cat("the number ", written(node))
                                                      : std::string(sjon::describe(node.kind));
  Diagnostic& d = error(rule, code, node.span, cat(where(), " takes ", takes, ", not ", got));
  if (node.kind == Kind::string && (type.base == Type::Base::member || type.base == Type::Base::reference ||
                                    type.base == Type::Base::symbol || type.base == Type::Base::declares)) {
    d.notes.push_back({std::nullopt, "write the word without quotes"});
  }
  if (rule == "constant/id-name")
    d.notes.push_back({std::nullopt, "an override with @id goes by its identifier in the shader, too"});
  return false;
}

// ---- strings, members, references
// ------------------------------------------------------------------------------------

bool Checker::string(const Node& node, const Type& type, Value& out) {
  if (node.kind != Kind::string) return wrongKind(node, type);
  out.kind = Value::Kind::string;
  out.text = node.text;
  out.raw_string = node.raw;
  if (type.base != Type::Base::path) return true;
  const std::string_view text = node.text;
  const bool blank = !text.empty() && (text[0] == ' ' || text[0] == '\t');
  if (text.empty() || blank || text.find_first_of(std::string_view("\n\r\0", 3)) != std::string_view::npos) {
    error("value/path", "string_format_mismatch", node.span,
          cat(where(), " takes a file path: not empty, one line, no blank in front"));
    return false;
  }
  // Depth below the document's folder; a path that gets above it leaves what belongs to the document.
  int depth = 0;
  bool leaves = text[0] == '/';
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('/', at), text.size());
    const std::string_view part = text.substr(at, end - at);
    if (part == "..")
      leaves = leaves || --depth < 0;
    else if (!part.empty() && part != ".")
      ++depth;
    at = end + 1;
  }
  if (leaves) warning("value/path-escape", node.span, cat(where(), " leads out of the document's folder: ", text));
  return true;
}

bool Checker::notMember(const Node& node, const Type& type) {
  const auto words = wordsOf(type);
  constants_.markUsed(node);
  const bool constant =
      type.base == Type::Base::number && node.kind == Kind::symbol && constants_.find(node.text) != nullptr;
  const std::string what =
      type.base == Type::Base::number ? cat("a number or ", listed(words)) : withArticle(webgpu::describe(type.words));
  std::string message = cat(where(), " takes ", what, "; ", written(node), " is none");
  if (type.base == Type::Base::member && words.size() <= 60) message += cat(" of ", listed(words));
  if (constant) {
    Diagnostic& d = error("number/define-in-member-slot", "not_member", node.span,
                          cat(where(), " reads a bare word as one of its own (", listed(words), "), so the constant ",
                              node.text, " cannot stand here"));
    d.notes.push_back({std::nullopt, cat("write (* ", node.text, " 1)")});
    return false;
  }
  Diagnostic& d = error("value/member", "not_member", node.span, std::move(message));
  std::vector<std::string_view> candidates = words;
  if (type.base == Type::Base::number) {
    for (const std::string_view name : constants_.names()) candidates.push_back(name);
  }
  if (const std::string_view format = type.words == webgpu::EnumId::VertexFormat ? vertexFormat(written(node)) : "";
      !format.empty()) {
    d.notes.push_back({std::nullopt, cat("what WGSL calls ", written(node), " is ", format, " here")});
  } else if (std::string hint = didYouMean(written(node), candidates); !hint.empty()) {
    d.notes.push_back({std::nullopt, hint});
  }
  return false;
}

bool Checker::member(const Node& node, const Type& type, Value& out) {
  std::string word;
  if (node.kind == Kind::symbol)
    word = node.text;
  else if (node.kind == Kind::number && hasDigitWords(type) && node.hasUnit())
    word = digitWord(node);
  else
    return wrongKind(node, type);
  const auto code = webgpu::codeOf(type.words, word);
  if (!code) return notMember(node, type);
  out.kind = Value::Kind::member;
  out.code = *code;
  out.text = std::move(word);
  return true;
}

const Form* Checker::find(std::string_view name, const Type& type) const {
  const auto at = names_.find(name);
  if (at == names_.end()) return nullptr;
  for (const FormId id : type.references()) {
    for (const Form* f : at->second) {
      if (f->id == id) return f;
    }
  }
  return nullptr;
}

bool Checker::reference(const Node& node, const Type& type, Value& out) {
  if (node.kind != Kind::symbol) return wrongKind(node, type);
  out.text = node.text;
  if (type.has_words) {
    if (const auto code = webgpu::codeOf(type.words, node.text)) {
      out.kind = Value::Kind::member;
      out.code = *code;
      return true;
    }
  }
  out.kind = Value::Kind::reference;
  out.form = find(node.text, type);
  if (out.form != nullptr) return true;
  const std::string_view code = isUnion(type) ? "union_no_branch_matched" : "not_cross_ref";
  constants_.markUsed(node);
  Type one = type;
  one.is_list = false;
  if (const auto other = names_.find(node.text); other != names_.end()) {
    const Form& f = *other->second.front();
    const std::string_view head = formInfo(f.id).head;
    Diagnostic& d = error(
        "ref/kind", code, node.span,
        cat(where(), " takes ", describe(one), "; ", node.text, " is the ", head, " of line ", line(f.name_span)));
    d.notes.push_back({f.name_span, cat("the ", head, " ", node.text)});
    return false;
  }
  if (lost(node.text, &type) || !missing_.emplace(node.text).second) return false;
  std::vector<std::string_view> candidates = wordsOf(type);
  if (names_.size() <= suggestions_) {
    suggestions_ -= names_.size();
    for (const auto& [name, declared] : names_) {
      if (find(name, type) != nullptr) candidates.push_back(name);
    }
  }
  Diagnostic& d =
      error("ref/unknown", code, node.span, cat(where(), " takes ", describe(one), "; nothing declares ", node.text));
  if (type.has_words && type.words == webgpu::EnumId::AttachmentView && node.text == "canvas")
    d.notes.push_back({std::nullopt, "the canvas is called context-current-texture here"});
  else if (std::string hint = didYouMean(node.text, candidates); !hint.empty())
    d.notes.push_back({std::nullopt, hint});
  return false;
}

bool Checker::size(const Node& node, const Type& type, Value& out) {
  if (node.kind == Kind::symbol) {
    if (find(node.text, type) == nullptr && constants_.find(node.text) != nullptr) {
      constants_.markUsed(node);
      Diagnostic& d = error("value/type", "union_no_branch_matched", node.span,
                            cat(where(), " takes ", describe(type), ", not a constant"));
      d.notes.push_back({std::nullopt, cat("write [", node.text, " ", node.text, "]")});
      return false;
    }
    return reference(node, type, out);
  }
  if (node.kind != Kind::vector) return wrongKind(node, type);
  out.kind = Value::Kind::vector;
  if (node.count < type.least || node.count > type.most) {
    error("value/vector-length", node.count < type.least ? "vector_too_short" : "vector_too_long", node.span,
          cat(where(), " takes 1 to 3 elements [width height depth], not ", node.count));
    constants_.markUsed(node);
    return false;
  }
  Type element;
  element.base = Type::Base::number;
  element.number = type.number;
  bool ok = true;
  int64_t index = 0;
  for (const Node& child : node.children()) {
    path_.back().index = index++;
    Value& item = out.items.emplace_back();
    item.span = child.span;
    ok = number(child, element, item) && ok;
  }
  path_.back().index = -1;
  return ok;
}

// ---- numbers
// ---------------------------------------------------------------------------------------------------------

bool Checker::number(const Node& node, const Type& type, Value& out) {
  out.kind = Value::Kind::number;
  switch (node.kind) {
    case Kind::number: {
      if (node.hasUnit() && type.number != NumberKind::wasm_arg) {
        Diagnostic& d = error("number/unit", "unit_forbidden", node.span,
                              cat(where(), " takes a plain number; ", written(node), " has the unit ", node.text));
        d.notes.push_back({std::nullopt, "drop the unit"});
        return false;
      }
      out.number = node.asDouble();
      out.literal = true;
      return literalInRange(node, type.number, out.number);
    }
    case Kind::symbol:
      if (type.has_words) {
        const auto code = webgpu::codeOf(type.words, node.text);
        if (!code) return notMember(node, type);
        out.kind = Value::Kind::member;
        out.code = *code;
        out.text = node.text;
        return true;
      }
      return constantName(node, out) && resultInRange(node, type.number, out.number);
    case Kind::form:
      return evaluated(node, type, out) && resultInRange(node, type.number, out.number);
    default:
      return wrongKind(node, type);
  }
}

bool Checker::constantName(const Node& node, Value& out) {
  switch (constants_.constant(node.text, out.number)) {
    case ConstantSource::State::known:
      return true;
    case ConstantSource::State::failed:
    case ConstantSource::State::pending:
      return false;
    case ConstantSource::State::unknown:
      break;
  }
  if (form_ != nullptr && form_->id == FormId::define) return false;  // said when the constants were resolved
  if (lost(node.text, nullptr) || !missing_.emplace(node.text).second) return false;
  Diagnostic& d = error("number/unknown-constant", "not_cross_ref", node.span,
                        cat(where(), " takes a number; no (define ...) declares ", node.text));
  if (const auto other = names_.find(node.text); other != names_.end()) {
    const Form& f = *other->second.front();
    d.notes.push_back({f.name_span, cat(node.text, " is a ", formInfo(f.id).head)});
  } else if (std::string hint = nameHint(node.text, constants_); !hint.empty()) {
    d.notes.push_back({std::nullopt, hint});
  }
  return false;
}

bool Checker::evaluated(const Node& node, const Type&, Value& out) {
  if (form_ != nullptr && form_->id == FormId::define) {
    if (const Constants::Entry* e = constants_.ofValue(node)) {
      out.number = e->number;
      return e->status == Constants::Status::known;
    }
  }
  constants_.markUsed(node);
  std::vector<Problem> problems;
  checkExpression(node, problems);
  Evaluator evaluator(constants_, constants_.budget());
  Result result;
  const auto report = [&](const Problem& p) {
    const bool structural = !p.code.empty();
    Diagnostic& d = error(p.rule, p.code, p.span,
                          structural ? p.message : cat(where(), " does not evaluate to a number: ", p.message));
    d.notes = p.notes;
  };
  for (const Problem& p : problems) report(p);
  if (!problems.empty()) return false;
  switch (evaluator.evaluate(node, result)) {
    case Evaluator::Outcome::value:
      break;
    case Evaluator::Outcome::problem:
      if (const std::string& name = evaluator.problem().missing;
          name.empty() || (!lost(name, nullptr) && missing_.emplace(name).second))
        report(evaluator.problem());
      return false;
    case Evaluator::Outcome::failed:
    case Evaluator::Outcome::pending:
      return false;
  }
  if (result.kind != Result::Kind::number) {
    error("number/not-a-number", {}, node.span,
          cat(where(), " takes a number; ", written(node), " is ", describe(result)));
    return false;
  }
  if (const auto inexact = evaluator.inexact()) {
    warning("number/precision", node.span,
            cat(where(), " passes through ", *inexact, ", beyond 2^53, where integers are no longer exact"));
  }
  out.number = result.number;
  return true;
}

// Literals: integer, then range, then multiple; the first failure counts.
bool Checker::literalInRange(const Node& node, NumberKind kind, double value) {
  const NumberInfo& info = numberInfo(kind);
  if (info.integer && node.number_kind == sjon::NumberKind::f64 && value != std::floor(value)) {
    Diagnostic& d = error("number/integer", "number_not_integer", node.span,
                          cat(where(), " takes ", info.what, range(info), "; ", written(node), " is no integer"));
    d.notes.push_back({std::nullopt, cat("write ", std::floor(value), " or ", std::ceil(value))});
    return false;
  }
  return inOwnRange(node, info, value, true);
}

bool Checker::inOwnRange(const Node& node, const NumberInfo& info, double value, bool literal) {
  const std::string shown = literal ? written(node) : cat(written(node), " is ", value, ", which");
  if (value < info.least || value > info.greatest) {
    const bool below = value < info.least;
    // The slot's range is that of its machine type where nothing narrower holds.
    const bool machine =
        below ? info.least < -2e9 : info.greatest == kU32 || info.greatest == 2147483647 || info.greatest > 1e30;
    const std::string_view rule = machine
                                      ? (info.least == -2147483648.0 && !literal ? "number/i32-range" : "number/repr")
                                  : below ? "number/min"
                                          : "number/max";
    const std::string_view code = machine ? "repr_out_of_range" : below ? "number_below_min" : "number_above_max";
    error(rule, literal ? code : "", node.span,
          cat(where(), " takes ", info.what, range(info), "; ", shown, " is too ", below ? "small" : "large"));
    return false;
  }
  if (info.multiple > 1 && std::fmod(value, info.multiple) != 0) {
    error("number/multiple", literal ? "number_not_multiple" : "", node.span,
          cat(where(), " takes ", info.what, "; ", shown, " is not a multiple of ", info.multiple));
    return false;
  }
  return true;
}

// Evaluated numbers: finite, integral where the slot is, then the same bounds as a literal.
bool Checker::resultInRange(const Node& node, NumberKind kind, double& value) {
  const NumberInfo& info = numberInfo(kind);
  if (!std::isfinite(value)) {
    error("number/not-finite", {}, node.span, cat(where(), " takes a finite number; ", written(node), " is ", value));
    return false;
  }
  if (!info.integer) return inOwnRange(node, info, value, false);
  const double nearest = std::round(value);
  if (std::fabs(value - nearest) > 1e-9 * std::fmax(1, std::fabs(value))) {
    error("number/fraction", {}, node.span,
          cat(where(), " takes an integer; ", written(node), " is ", value, ", so use floor or ceil"));
    return false;
  }
  value = nearest == 0 ? 0 : nearest;
  if (info.least >= 0 && value < 0) {
    error("number/negative", {}, node.span,
          cat(where(), " takes ", info.what, range(info), "; ", written(node), " is ", value));
    return false;
  }
  if (info.least >= 0 && value > kU32) {
    error("number/above-u32", {}, node.span,
          cat(where(), " takes ", info.what, range(info), "; ", written(node), " is ", value, ", above 4294967295"));
    return false;
  }
  return inOwnRange(node, info, value, false);
}

}  // namespace pngine::schema
