// The structural check at work; internal to schema/. One object per document. Its parts: roots and names (check.cpp),
// forms, keys and children (check_forms.cpp), values and numbers (check_values.cpp).
#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/checked.h"
#include "schema/constants.h"
#include "sjon/document.h"

namespace pngine::schema {

class Checker {
 public:
  Checker(const sjon::Document& document, Diagnostics& diagnostics);
  CheckedDocument run();

 private:
  struct Root {
    const sjon::Node* node;
    Form* form;
  };
  struct PathStep {
    std::string_view text;  ///< head or key
    bool is_key;
    int64_t index = -1;  ///< element of a vector
  };
  /// Required parts of a form that seem to be there under a wrong name: they are not reported as missing too.
  struct Meant {
    std::vector<std::string_view> keys;
    std::string_view misnamed;   ///< key that an unknown key without a near name was probably meant to be
    std::string_view named;      ///< key that was meant to be the name, with the value behind it
    bool refused_child = false;  ///< a child that was refused may have been the one that is missing
    std::map<const sjon::Node*, std::string_view> keyless;  ///< bare values, and the required keys that lack for them
    bool has(std::string_view key) const;
  };

  // check.cpp
  void collectRoots();
  void root(const sjon::Node& node);
  void strayRoot(const sjon::Node& node);
  bool strayAtom(const sjon::Node& node, const sjon::Node* last);
  void loseName(const sjon::Node& node, const FormInfo* info);
  void collectNames();
  void checkName(const Root& root, std::map<FormId, Span>& singles);
  void duplicateName(Form& form, const Form& first);
  void warnAboutConstants(bool syntax_errors);

  // check_forms.cpp
  void form(const sjon::Node& node, Form& out);
  static Meant meantBy(const sjon::Node& node, FormId id);
  void strayAtomIn(const sjon::Node& atom, const Meant& meant);
  void noteKeyless(Diagnostic& d, std::string_view key, const Meant& meant);
  void property(const sjon::Node& child, Form& out, std::map<std::string_view, const sjon::Node*>& seen,
                const Meant& meant);
  void unknownKey(const sjon::Node& child, const Form& out, const Meant& meant);
  void childForm(const sjon::Node& node, Form& out);
  void childNotAdmitted(const sjon::Node& node, const Form& out);
  void requiredKeys(const Form& out, const std::map<std::string_view, const sjon::Node*>& seen, const Meant& meant);
  void keyGroups(const Form& out, const std::map<std::string_view, const sjon::Node*>& seen, const Meant& meant);
  void conditionalKeys(Form& out, const std::map<std::string_view, const sjon::Node*>& seen);
  void childCounts(const Form& out, const Meant& meant);
  void limitValues(const Form& out);

  // check_values.cpp
  bool value(const sjon::Node& node, const PropInfo& prop, Value& out);
  bool list(const sjon::Node& node, const PropInfo& prop, Value& out);
  bool single(const sjon::Node& node, const Type& type, Value& out);
  bool number(const sjon::Node& node, const Type& type, Value& out);
  bool evaluated(const sjon::Node& node, const Type& type, Value& out);
  bool constantName(const sjon::Node& node, Value& out);
  bool literalInRange(const sjon::Node& node, NumberKind kind, double value);
  bool resultInRange(const sjon::Node& node, NumberKind kind, double& value);
  bool inOwnRange(const sjon::Node& node, const NumberInfo& info, double value, bool literal);
  bool string(const sjon::Node& node, const Type& type, Value& out);
  bool member(const sjon::Node& node, const Type& type, Value& out);
  bool reference(const sjon::Node& node, const Type& type, Value& out);
  bool size(const sjon::Node& node, const Type& type, Value& out);
  bool wrongKind(const sjon::Node& node, const Type& type, std::string_view rule = "value/type");
  bool notMember(const sjon::Node& node, const Type& type);
  bool viewport(const sjon::Node& node, Value& out);
  const Form* find(std::string_view name, const Type& type) const;
  bool lost(std::string_view name, const Type* type) const;

  // reporting
  Diagnostic& error(std::string_view rule, std::string_view code, Span span, std::string message);
  Diagnostic& warning(std::string_view rule, Span span, std::string message);
  bool tooMany() const;  ///< enough was said: the rest of a hopeless document is not looked at
  std::string_view specific(std::string_view rule) const;
  std::string where() const;  ///< "(buffer steps) :size"
  std::string path() const;
  std::string written(const sjon::Node& node) const;
  uint32_t line(Span span) const { return lines_.lineOf(span.begin); }

  const sjon::Document& document_;
  Diagnostics& diagnostics_;
  LineIndex lines_;
  Constants constants_;
  CheckedDocument out_;
  std::vector<Root> roots_;
  std::map<std::string_view, std::vector<Form*>> names_;
  std::set<std::string_view> lost_names_;           ///< declared by forms that could not be read
  std::set<std::string, std::less<>> missing_;      ///< names that nothing declares, each told once
  std::set<FormId> nameless_;                       ///< kinds of forms whose name could not be read
  std::set<std::pair<uint32_t, uint32_t>> broken_;  ///< places of syntax errors
  Form* form_ = nullptr;                            ///< under check
  std::string_view key_;                            ///< key or child head under check, or empty
  std::vector<PathStep> path_;
  size_t findings_ = 0;
  size_t suggestions_ = 500000;  ///< names that may still be compared for "did you mean"
  Diagnostic dropped_;
};

}  // namespace pngine::schema
