// The table of forms: counts and a few rows that other parts rely on.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "schema/forms.h"

using namespace pngine::schema;

TEST_CASE("every form is there once") {
  const auto local = std::ranges::count_if(forms(), [](const FormInfo& f) { return f.local; });
  const auto roots = std::ranges::count_if(forms(), [](const FormInfo& f) { return f.root; });
  CHECK(forms().size() - static_cast<size_t>(local) == 64);
  CHECK(local == 10);
  CHECK(roots == 24);
  CHECK(propsOf(FormId::limits).size() == 36);
}

TEST_CASE("look-ups") {
  CHECK(findForm("compute-pass")->id == FormId::compute_pass);
  CHECK(findForm("entry") == nullptr);
  CHECK(findForm("buffer")->id == FormId::buffer);
  CHECK(findChild(FormId::bind_group, "entry")->id == FormId::bind_group_entry);
  CHECK(findChild(FormId::bind_group_layout_entry, "buffer")->id == FormId::layout_buffer);
  CHECK(findChild(FormId::queue, "buffer") == nullptr);
  CHECK(findProp(FormId::compute_pass, "bind-groups")->id == PropId::compute_pass__bind_groups);
  CHECK(findProp(FormId::buffer, "nme") == nullptr);
  CHECK(defaultNumber(PropId::draw__instance_count) == 1);
  CHECK_FALSE(defaultNumber(PropId::buffer__size).has_value());
  CHECK(formInfo(parentsOf(FormId::dispatch)[0]).head == "compute-pass");
  CHECK(parentsOf(FormId::draw).size() == 3);
}

TEST_CASE("types in words") {
  CHECK(describe(propInfo(PropId::buffer__usage).type) == "a list of at least 1, each element a buffer usage");
  CHECK(describe(propInfo(PropId::bind_group__layout).type) ==
        "the name of a render-pipeline, compute-pipeline or bind-group-layout");
  CHECK(describe(propInfo(PropId::render_pipeline__layout).type) == "the name of a pipeline-layout or auto");
}

TEST_CASE("a slot that counts in steps has a rule of its own for it") {
  // The general rule is no row of the catalogue, since nothing would raise it.
  struct Row {
    FormId form;
    std::string_view key, general;
  };
  constexpr Row kRows[] = {
#define SPECIFIC(form, key, general, name) {FormId::form, key, general},
#include "schema/specific_rules.def"
  };
  for (const FormInfo& form : forms()) {
    for (const PropInfo& prop : propsOf(form.id)) {
      if (prop.type.base != Type::Base::number || numberInfo(prop.type.number).multiple <= 1) continue;
      CAPTURE(prop.key);
      CHECK(std::ranges::any_of(kRows, [&](const Row& r) {
        return r.form == form.id && r.key == prop.key && r.general == "number/multiple";
      }));
    }
  }
}
