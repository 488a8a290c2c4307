// The checked document: every form whose head, keys, kinds of value and ranges are right, with numbers evaluated,
// members turned into codes and names into references. What schema::check() gives and what compile/ lowers into a
// Program. A form with an error keeps what could be read and has `failed` set; lowering skips joins over failed forms.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/span.h"
#include "schema/forms.h"

namespace pngine::sjon {
class Document;
}

namespace pngine::schema {

struct Form;

/// One property value after checking.
struct Value {
  enum class Kind : uint8_t {
    number,     ///< `number`; literal, expression or constant name, already evaluated and in range for its slot
    boolean,    ///< `code` 0 or 1
    string,     ///< `text`: decoded bytes
    symbol,     ///< `text`: a free symbol (:name, :entry, :func)
    member,     ///< `code` of a member of an enumeration, `text` its spelling; also `all`, `canvas`, `auto`, built-in
                ///< inputs
    reference,  ///< `form`: the root form that the name declares
    vector,     ///< `items`
  };
  Kind kind = Kind::number;
  Span span;
  double number = 0;
  uint16_t code = 0;
  std::string text;
  const Form* form = nullptr;  ///< null when the name did not resolve (then an error was reported)
  std::vector<Value> items;
  bool literal = false;     ///< number written as a literal
  bool raw_string = false;  ///< string written with triple quotes: byte i of `text` is at span.begin + 3 + i
};

/// One form after checking.
struct Form {
  FormId id{};
  Span span;         ///< from ( to ) included
  Span head;         ///< the head symbol
  std::string name;  ///< value of :name, when the form has one
  Span name_span;    ///< of that value; of the head when there is none
  const Form* parent = nullptr;
  std::vector<std::pair<PropId, Value>> properties;  ///< written ones, in written order
  std::vector<std::unique_ptr<Form>> children;       ///< in document order
  bool synthesized = false;                          ///< made by sugar: spans are those of the sugar form
  bool failed = false;                               ///< an error was reported in this form (children included)
  size_t order = 0;                                  ///< position among the roots

  /// nullptr when the property was not written. Defaults are in the table: defaultNumber().
  const Value* find(PropId id) const;
  /// All children with that head, in order.
  std::vector<const Form*> childrenOf(FormId id) const;
  const Form* childOf(FormId id) const;  ///< first one, or nullptr
};

struct CheckedDocument {
  std::vector<std::unique_ptr<Form>> roots;  ///< authored forms in document order, then those of sugar
  /// Values of the (define ...) forms, by name.
  std::map<std::string, double, std::less<>> constants;
  /// Names of constants that some slot, expression or other constant used.
  std::set<std::string, std::less<>> used_constants;
  const Form* find(std::string_view name) const;
};

/// Structural and numeric rules over a parsed (and expanded) document: those of gate S in docs/rules.md, and of its
/// gate E those on evaluated numbers. Adds findings to `diagnostics`, never stops at the first.
CheckedDocument check(const sjon::Document& document, Diagnostics& diagnostics);

}  // namespace pngine::schema
