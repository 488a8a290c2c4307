// The structural check: each rule at least once, several errors in one run, and no word about documents that are right.
#include "schema/checked.h"

#include <doctest/doctest.h>
#include <algorithm>

#include <string>
#include <vector>

#include "base/text.h"
#include "sjon/sjon.h"

using namespace pngine;
using namespace pngine::schema;

namespace {

struct Checked {
  explicit Checked(std::string source) : text(std::move(source)), document(sjon::parse(text, diagnostics)) {
    result = check(document, diagnostics);
  }
  std::string text;
  Diagnostics diagnostics;
  sjon::Document document;
  CheckedDocument result;
};

/// Rules of all findings in order, joined by blanks; warnings carry a "w:".
std::string rules(const std::string& text) {
  Checked c(text);
  std::string out;
  for (const Diagnostic& d : c.diagnostics.all()) {
    out += cat(out.empty() ? "" : " ", d.severity == Severity::warning ? "w:" : "", d.rule);
    CHECK_FALSE(d.message.empty());
    CHECK(d.span.end <= text.size());
    CHECK((d.message.ends_with("...") || !d.message.ends_with('.')));
  }
  return out;
}
std::string code(const std::string& text) {
  Checked c(text);
  return c.diagnostics.all().empty() ? "" : std::string(c.diagnostics.all()[0].code);
}
/// Message and notes of the first finding.
std::string said(const std::string& text) {
  Checked c(text);
  if (c.diagnostics.all().empty()) return {};
  std::string out = c.diagnostics.all()[0].message;
  for (const Note& note : c.diagnostics.all()[0].notes) out += cat(" | ", note.message);
  return out;
}

// Declarations that the slots under test can name.
const std::string kBase = R"(
(define :name N :value 4)
(shader-module :name m :code "x")
(buffer :name b :size (* N 4) :usage [storage copy-dst])
(texture :name t :size [N 4] :format rgba8unorm :usage [texture-binding])
(sampler :name s)
(query-set :name q :type occlusion :count 2)
(data :name d :float32 [1 2 N])
(image-bitmap :name i :data d)
(bind-group-layout :name l (entry :binding 0 :visibility [compute] (buffer)))
(render-pipeline :name rp :layout auto (vertex :module m) (fragment :module m (target :format rgba8unorm)))
(compute-pipeline :name cp :layout auto (compute :module m))
(bind-group :name g :layout cp (entry :binding 0 :buffer b))
(queue :name qu)
(compute-pass :name cpass :pipeline cp (dispatch :workgroups [1]))
)";
std::string with(const std::string& more) { return rules(kBase + more); }

}  // namespace

TEST_CASE("a right document is silent and comes out typed") {
  CHECK(with("") == "");
  Checked c(kBase);
  const Form* b = c.result.find("b");
  REQUIRE(b != nullptr);
  CHECK(b->id == FormId::buffer);
  CHECK(b->find(PropId::buffer__size)->number == 16);
  CHECK(b->find(PropId::buffer__usage)->items[1].code == 8);
  const Form* g = c.result.find("g");
  CHECK(g->find(PropId::bind_group__layout)->form == c.result.find("cp"));
  const Form* entry = g->childOf(FormId::bind_group_entry);
  REQUIRE(entry != nullptr);
  CHECK(entry->parent == g);
  CHECK(entry->find(PropId::bind_group_entry__buffer)->form == b);
  CHECK(c.result.find("t")->find(PropId::texture__size)->items[0].number == 4);
  CHECK(c.result.constants.size() == 1);
  CHECK(c.result.constants.at("N") == 4);
  CHECK(c.result.roots[3]->order == 3);
  CHECK(rules("(pngine/buffer :name b :size 4 :usage [storage])") == "");
}

TEST_CASE("roots") {
  CHECK(rules("") == "input/empty");
  CHECK(rules("; only a comment") == "input/empty");
  CHECK(rules("(buffr :name b)") == "form/unknown");
  CHECK(said("(buffr :name b)") == "there is no form buffr | did you mean buffer?");
  CHECK(rules("(use-plugin x) (plugin y)") == "form/unknown form/unknown");
  CHECK(rules("(draw :vertex-count 3)") == "form/stray-root");
  CHECK(said("(draw :vertex-count 3)") ==
        "(draw ...) has no effect at the document root; it belongs into render-pass, occlusion-query or render-bundle");
  CHECK(rules("(pass :name p :code \"\")") == "form/stray-root");
  CHECK(rules("(+ 1 2)") == "form/stray-root");
  CHECK(with("5 [1] x") == "w:form/stray-atom");  // one row, one finding
  CHECK(with("5\n[1]") == "w:form/stray-atom w:form/stray-atom");
  CHECK(rules("(limits) (limits)") == "limits/duplicate");
  CHECK(rules("(canvas) (canvas :alpha-mode premultiplied)") == "canvas/duplicate");
}

TEST_CASE("keys") {
  CHECK(with("(sampler :name x :mag_filter linear)") == "key/unknown");
  CHECK(said("(sampler :name x :mag_filter linear)").find("did you mean mag-filter") != std::string::npos);
  CHECK(rules("(sampler)") == "key/missing");
  CHECK(rules("(sampler :name a :name b)") == "syntax/duplicate-key");
  CHECK(rules("(sampler :name a :compare)") == "syntax/keyword-without-value");
  CHECK(rules("(sampler :name a 5)") == "form/stray-atom");
  CHECK(rules("(data :name d (cube :size 2))") == "w:key/unknown-open");
  CHECK(rules("(data :name d (cube :format [uv2] :format [uv2]))") == "syntax/duplicate-key");
  CHECK(with("(bind-group :name x :layout cp (entry :binding 0 :sampler s :offset 4))") == "key/depends");
  CHECK(with("(bind-group :name x :layout cp (entry :binding 0 :sampler s :buffer b))") == "key/exclusive");
  CHECK(with("(bind-group :name x :layout cp (entry :binding 0))") == "key/one-of");
  CHECK(rules("(data :name x :float32 [] :file \"a.png\")") == "data/two-sources");
  CHECK(
      with(
          "(queue :name x (copy-external-image-to-texture :mip-level 1 (source :image i) (destination :texture t)))") ==
      "copy/key-moved");
  CHECK(rules("(limits :max-bindgroups 5)") == "limits/unknown");
  const std::string rp = "(render-pipeline :name x :layout auto (vertex :module m) (primitive ";
  CHECK(with(rp + ":strip-index-format uint16 :topology line-strip))") == "");
  CHECK(with(rp + ":topology line-strip :strip-index-format uint16))") == "");
  CHECK(with(rp + ":strip-index-format uint16))") == "primitive/strip-format-on-list");
  CHECK(with(rp + ":topology line-strip :strip-index-format u16))") == "primitive/strip-format-member");
}

TEST_CASE("missing keys have names of their own") {
  CHECK(rules("(texture :name t :format rgba8unorm :usage [copy-dst])") == "texture/size-missing");
  CHECK(with("(compute-pipeline :name x :layout auto (compute))") == "stage/module-missing");
  CHECK(with("(compute-pipeline :name x (compute :module m))") == "pipeline/layout-missing");
  CHECK(with("(render-pipeline :name x :layout auto (vertex :module m) (depth-stencil))") == "ds/format-missing");
  CHECK(with("(render-pass :name x (color-attachment :view t :load-op clear))") == "attachment/required-ops");
  CHECK(with("(render-pass :name x :pipeline rp (draw))") == "draw/count-missing");
  CHECK(with("(compute-pass :name x (dispatch :workgroups [1]))") == "compute/pipeline-missing");
  CHECK(with("(compute-pass :name x :pipeline cp (dispatch))") == "dispatch/workgroups-missing");
  CHECK(with("(render-bundle :name x :color-formats [rgba8unorm] (draw :vertex-count 3))") ==
        "bundle/pipeline-missing");
  CHECK(with("(render-bundle :name x :pipeline rp (draw :vertex-count 3))") == "bundle/formats-missing");
  CHECK(with("(render-bundle :name x :pipeline rp :color-formats [] (draw :vertex-count 3))") ==
        "bundle/formats-missing");
  CHECK(rules("(frame :name f)") == "frame/perform-missing");
  CHECK(with("(init :name x :buffer b :module m)") == "init/keys");
  CHECK(rules("(pass-graph (pass :name p))") == "sugar/code-missing");
  CHECK(rules("(bind-group-layout :name x (entry :binding 0 :visibility [] (storage-texture)))") ==
        "bgl/storage-texture-format");
}

TEST_CASE("children") {
  CHECK(with("(compute-pass :name x :pipeline cp)") == "compute/no-dispatch");
  CHECK(with("(render-pipeline :name x :layout auto)") == "pipeline/vertex-missing");
  CHECK(with("(render-pipeline :name x :layout auto (vertex :module m) (vertex :module m))") ==
        "pipeline/section-repeated");
  CHECK(with("(compute-pipeline :name x :layout auto)") == "form/child-missing");
  CHECK(with("(render-pipeline :name x :layout auto (vertex :module m) (fragment :module m))") ==
        "fragment/target-missing");
  CHECK(with("(render-pipeline :name x :layout auto (vertex :module m) (fragment :module m (target :format r8unorm "
             "(blend (color)))))") == "blend/components");
  CHECK(with("(render-pipeline :name x :layout auto (vertex :module m) (depth-stencil :format stencil8 (stencil-back) "
             "(stencil-back)))") == "ds/face-repeated");
  CHECK(rules("(bind-group-layout :name x (entry :binding 0 :visibility []))") == "bgl/entry-no-resource");
  CHECK(rules("(bind-group-layout :name x (entry :binding 0 :visibility [] (buffer) (sampler)))") ==
        "bgl/entry-two-resources");
  CHECK(rules("(bind-group-layout :name x (entry :binding 0 :visibility [] (buffer) (buffer)))") ==
        "bgl/entry-two-resources");
  CHECK(rules("(data :name x (cube) (plane))") == "data/two-generators");
  CHECK(with("(render-pass :name x (occlusion-query))") == "occlusion/empty");
  CHECK(with("(render-pass :name x (timestamp-writes :query-set q) (timestamp-writes :query-set q))") ==
        "timestamp/repeated");
  CHECK(with("(render-bundle :name x :pipeline rp :color-formats [r8unorm])") == "bundle/no-draw");
  CHECK(with("(render-bundle :name x :pipeline rp :color-formats [r8unorm] (draw :vertex-count 3) (draw-indexed "
             ":index-count 3))") == "bundle/two-draws");
  CHECK(with("(queue :name x (copy-texture-to-texture (source :texture t)))") == "copy/endpoint-missing");
  CHECK(rules("(pass-graph)") == "graph/empty");
  CHECK(with("(queue :name x (draw :vertex-count 3))") == "form/child-not-admitted");
  CHECK(with("(queue :name x (write-bufer :buffer b))") == "form/unknown");
  CHECK(code("(sampler :name x (draw))") == "positional_not_allowed");
  CHECK(code("(bind-group-layout :name x (draw))") == "unknown_local_form");
  CHECK(code("(queue :name x (draw))") == "not_head_member");
}

TEST_CASE("values") {
  CHECK(rules("(sampler :name \"x\")") == "value/type");
  CHECK(rules("(sampler :name x :mag-filter 3)") == "value/type");
  CHECK(rules("(sampler :name x :mag-filter (+ 1 2))") == "value/type");
  CHECK(rules("(sampler :name x :mag-filter linar)") == "value/member");
  CHECK(said("(sampler :name x :mag-filter linar)").ends_with("did you mean linear?"));
  CHECK(rules("(texture :name t :size [4] :format rgba8unorm :usage [copy-dst] :dimension 3)") == "value/type");
  CHECK(rules("(texture :name t :size [4] :format rgba8unorm :usage [copy-dst] :dimension 02d)") == "");
  CHECK(rules("(texture :name t :size [4] :format rgba8unorm :usage [copy-dst] :dimension 2.0d)") == "");
  CHECK(rules("(texture :name t :size [4] :format rgba8unorm :usage [copy-dst] :dimension 2.5d)") == "value/member");
  CHECK(rules("(texture :name t :size [4] :format rgba8unorm :usage [copy-dst] :dimension 2D)") == "value/member");
  CHECK(rules("(texture :name t :size 4 :format rgba8unorm :usage [copy-dst])") == "value/type");
  CHECK(code("(texture :name t :size 4 :format rgba8unorm :usage [copy-dst])") == "union_no_branch_matched");
  CHECK(with("(texture :name x :size N :format rgba8unorm :usage [copy-dst])") == "value/type");
  CHECK(rules("(texture :name t :size canvas :format rgba8unorm :usage [copy-dst])") == "");
  CHECK(rules("(texture :name t :size [1 2 3 4] :format rgba8unorm :usage [copy-dst])") == "value/vector-length");
  CHECK(with("(texture :name x :size i :format rgba8unorm :usage [copy-dst])") == "");
  CHECK(with("(texture-view :name x :texture t :dimension 2d-arry)") == "view/dimension-member");
  CHECK(rules("(buffer :name b :size 4 :usage storage)") == "value/type");
  CHECK(rules("(buffer :name b :size 4 :usage [])") == "buffer/usage-empty");
  CHECK(code("(buffer :name b :size 4 :usage [])") == "vector_too_short");
  CHECK(rules("(texture :name t :size [4] :format rgba8unorm :usage [])") == "texture/usage-empty");
  CHECK(rules("(pipeline-layout :name x :bind-group-layouts [])") == "layout/empty");
  CHECK(with("(render-pass :name x (color-attachment :view t :load-op clear :store-op store :clear-value [0 0 0]))") ==
        "attachment/clear-length");
  CHECK(rules("(render-pass :name x :viewport [0 0 1 1 0])") == "state/viewport-length");
  CHECK(rules("(render-pass :name x :viewport [0 0 1.5 1])") == "state/viewport-int");
  CHECK(rules("(render-pass :name x :viewport [0 0 1 1 0.25 0.75])") == "");
  CHECK(rules("(render-pass :name x :scissor-rect [0 0 1])") == "state/scissor-length");
  CHECK(rules("(render-pass :name x :blend-constant [0 0 1])") == "state/blend-constant-length");
  CHECK(with("(compute-pass :name x :pipeline cp (dispatch :workgroups [1 1 1 1]))") == "dispatch/workgroups-missing");
  CHECK(with("(compute-pass :name x :pipeline cp (dispatch :workgroups 1))") == "value/type");
  CHECK(with("(compute-pass :name x :pipeline cp (dispatch :canvas-tile [8 8]))") == "");
  CHECK(with("(compute-pass :name x :pipeline cp (dispatch :canvas-tile [0 8]))") == "number/min");
  CHECK(with("(compute-pass :name x :pipeline cp (dispatch :canvas-tile [8 8] :workgroups [1]))") == "key/exclusive");
  CHECK(rules("(pass-graph (pass :name p :code \"\" :feedback 1))") == "value/boolean");
  CHECK(rules("(pass-graph (pass :name p :code \"\" :file [a]))") == "sugar/file-element");
  CHECK(rules("(data :name d :file \"\")") == "value/path");
  CHECK(rules("(data :name d :file \"a\nb\")") == "value/path");
  CHECK(rules("(data :name d :file \"../a.png\")") == "w:value/path-escape");
  CHECK(rules("(data :name d :file \"x/../a.png\")") == "");
  CHECK(rules("(data :name d :file 2031-04-09)") == "value/type");
  CHECK(with("(render-pipeline :name x :layout auto (vertex :module m) (fragment :module m (target :format "
             "depth24plus)))") == "target/format-member");
}

TEST_CASE("numbers") {
  const auto buffer = [](const std::string& size) { return "(buffer :name b :usage [storage] :size " + size + ")"; };
  CHECK(rules(buffer("16px")) == "number/unit");
  CHECK(rules(buffer("1.0f")) == "number/unit");
  CHECK(code(buffer("1.0f")) == "unit_forbidden");
  CHECK(rules(buffer("1.5")) == "buffer/size-value");
  CHECK(code(buffer("1.5")) == "number_not_integer");
  CHECK(rules(buffer("-4")) == "buffer/size-value");
  CHECK(code(buffer("-4")) == "number_below_min");
  CHECK(code(buffer("4294967296")) == "repr_out_of_range");
  CHECK(rules(buffer("0xFFFFFFFF")) == "");
  CHECK(rules(buffer("4.0")) == "");
  CHECK(rules(buffer("(/ 8 2)")) == "");
  CHECK(rules(buffer("(/ 7 2)")) == "buffer/size-value");
  CHECK(rules(buffer("(- 4)")) == "buffer/size-value");
  CHECK(rules(buffer("(* 65536 65536)")) == "buffer/size-value");
  CHECK(rules(buffer("(sqrt -1)")) == "number/not-finite");
  CHECK(rules(buffer("(< 1 2)")) == "number/not-a-number");
  CHECK(rules(buffer("(/ 1 0)")) == "number/divide-by-zero");
  CHECK(rules(buffer("(sqrt 1 2)")) == "number/arity");
  CHECK(rules(buffer("(sqr 1)")) == "form/unknown");
  CHECK(rules(buffer("SIZE")) == "number/unknown-constant");
  CHECK(code(buffer("SIZE")) == "not_cross_ref");
  CHECK(rules(buffer("(* SIZE 4)")) == "number/unknown-constant");
  CHECK(said("(define :name SIZE :value 4)" + buffer("SIZZE")).find("did you mean SIZE?") != std::string::npos);
  CHECK(rules(buffer("(+ 3 (* 1e-12 1))")) == "");
  const auto dispatch = [](const std::string& n) {
    return with("(compute-pass :name x :pipeline cp (dispatch :workgroups [" + n + "]))");
  };
  CHECK(dispatch("1.5") == "number/integer");
  CHECK(dispatch("-1") == "number/min");
  CHECK(dispatch("4294967296") == "number/repr");
  CHECK(dispatch("(/ 1 2)") == "number/fraction");
  CHECK(dispatch("(- 1)") == "number/negative");
  CHECK(dispatch("(* 4 1e9)") == "");
  CHECK(dispatch("(* 5 1e9)") == "number/above-u32");
  CHECK(rules("(buffer :name b :size 4 :usage [storage] :pool 0)") == "buffer/pool-range");
  CHECK(rules("(buffer :name b :size 4 :usage [storage] :pool (* 64 4))") == "buffer/pool-range");
  CHECK(rules("(texture :name t :size [0] :format rgba8unorm :usage [copy-dst] :pool 256)") ==
        "texture/extent-min texture/pool-range");
  CHECK(rules("(sampler :name s :max-anisotropy 17)") == "sampler/anisotropy-range");
  CHECK(rules("(sampler :name s :lod-min-clamp (- 1))") == "sampler/lod-negative");
  CHECK(rules("(query-set :name q :type occlusion :count 4097)") == "query/count");
  CHECK(rules("(bind-group-layout :name x (entry :binding 256 :visibility [] (buffer)))") == "bgl/binding-range");
  CHECK(with("(bind-group :name x :layout cp :group 256)") == "bind/group-range");
  CHECK(with("(bind-group :name x :layout cp (entry :binding (* 16 16) :buffer b :ping-pong 300))") ==
        "bind/binding-range bind/ping-pong-range");
  CHECK(with("(queue :name x (write-buffer :buffer b :data d :offset (+ 1 2)))") == "write/offset-multiple");
  CHECK(with("(queue :name x (copy-buffer-to-buffer :source b :destination b :size 3 :source-offset 2))") ==
        "copy/buffer-multiple copy/buffer-multiple");
  CHECK(
      with("(queue :name x (resolve-query-set :query-set q :query-count 1 :destination b :destination-offset 128))") ==
      "query/resolve-offset");
  CHECK(with("(compute-pass :name x :pipeline cp (dispatch-indirect :buffer b :offset 2))") == "draw/indirect-offset");
  CHECK(with("(render-pass :name x (draw-indexed :index-count 3 :base-vertex -1))") == "draw/base-vertex-negative");
  CHECK(with("(render-pass :name x :bind-groups [g] :bind-groups-pool-offsets [256])") == "pass/pool-offset-range");
  CHECK(with("(render-pass :name x (depth-stencil-attachment :view t :depth-clear-value 1.5))") ==
        "da/depth-clear-range");
  CHECK(with("(queue :name x (copy-external-image-to-texture (source :image i) (destination :texture t :mip-level 256 "
             ":origin [65536])))") == "copy/mip-level copy/origin");
  CHECK(with("(render-pipeline :name x :layout auto (vertex :module m (vertex-buffer :array-stride 6 (attribute "
             ":shader-location 300 :offset 0 :format float32))))") == "vertex/stride-multiple vertex/location-limit");
  CHECK(with("(render-pipeline :name x :layout auto (vertex :module m) (depth-stencil :format depth32float :depth-bias "
             "3e9))") == "number/repr");
  CHECK(with("(render-pipeline :name x :layout auto (vertex :module m) (depth-stencil :format depth32float :depth-bias "
             "(* 3 1e9)))") == "number/i32-range");
  CHECK(rules("(data :name d (sphere :segments 2))") == "shape/config-range");
  CHECK(with("(init :name x :buffer b :module m :workgroups [(/ 1 2)])") == "init/workgroups");
  CHECK(rules("(data :name d :float32 [1e999])") == "number/repr");
  CHECK(with("(buffer :name x :usage [storage] :size (- (* 9007199254740992 3) (* 9007199254740992 3)))") ==
        "w:number/precision");
}

TEST_CASE("slots that read a word of their own") {
  const auto target = [](const std::string& mask) {
    return with(
        "(render-pipeline :name x :layout auto (vertex :module m) (fragment :module m (target :format r8unorm "
        ":write-mask " +
        mask + ")))");
  };
  CHECK(target("all") == "");
  CHECK(target("7") == "");
  CHECK(target("(* N 1)") == "");
  CHECK(target("N") == "number/define-in-member-slot");
  CHECK(target("none") == "target/write-mask");
  CHECK(target("16") == "target/write-mask");
  CHECK(target("(* 9 9)") == "target/write-mask");
  const auto call = [](const std::string& args) {
    return with("(wasm-call :name x :file \"a.wasm\" :func f :returns \"f32\" :args [" + args + "])");
  };
  CHECK(call("canvas-width 1 2px (* N 2) -0.5") == "");
  CHECK(call("N") == "number/define-in-member-slot");
  CHECK(call("canvas-widht") == "wasmcall/arg-member");
  std::string many;
  for (int i = 0; i < 33; ++i) many += "1 ";
  CHECK(call(many) == "wasmcall/args-too-many");
}

TEST_CASE("names and references") {
  CHECK(with("(sampler :name b)") == "name/duplicate");
  CHECK(with("(define :name b :value 1) (buffer :name z :usage [storage] :size (* b 4))") == "name/duplicate");
  CHECK(said("(sampler :name b) \n(sampler :name b)") ==
        "the name b of this sampler is taken by the sampler of line 1 | the sampler b");
  CHECK(rules("(sampler :name canvas)") == "name/reserved");
  CHECK(rules("(define :name time-total :value 1) (buffer :name z :usage [storage] :size time-total)") ==
        "name/reserved");
  CHECK(with("(texture-view :name x :texture tt)") == "ref/unknown");
  CHECK(with("(texture-view :name x :texture b)") == "ref/kind");
  CHECK(said("(buffer :name b :size 4 :usage [storage])\n(texture-view :name x :texture b)") ==
        "(texture-view x) :texture takes the name of a texture; b is the buffer of line 1 | the buffer b");
  CHECK(with("(bind-group :name x :layout t)") == "bind/layout-kind");
  CHECK(with("(render-pass :name x :pipeline cp)") == "join/pipeline-kind");
  CHECK(with("(pipeline-layout :name x :bind-group-layouts [b])") == "layout/unknown-bgl");
  CHECK(with("(queue :name x (write-buffer :buffer b :data t))") == "write/data-kind");
  CHECK(with("(queue :name x (write-buffer :buffer b :data pngine-inputs))") == "");
  CHECK(with("(frame :name x :init [cpass] :before [qu] :perform [cpass qu])") == "");
  CHECK(with("(frame :name x :before [cpass] :perform [b])") == "frame/step-kind frame/step-kind");
  CHECK(with("(init :name once :buffer b :module m :workgroups [1]) (frame :name x :init [once] :perform [])") == "");
  CHECK(with("(render-pass :name x (color-attachment :view context-current-texture :load-op clear :store-op store))") ==
        "");
}

TEST_CASE("constants") {
  CHECK(rules("(define :name A :value (+ B 1)) (define :name B :value 2) (data :name d :float32 [A])") == "");
  CHECK(rules("(define :name A :value B) (define :name B :value C) (define :name C :value A)") == "define/cycle");
  CHECK(said("(define :name A :value B) (define :name B :value C) (define :name C :value A)") ==
        "constants depend on each other: A -> B -> C -> A | B is part of the cycle | C is part of the cycle");
  CHECK(rules("(define :name A :value A)") == "define/cycle");
  CHECK(rules("(define :name A :value (* 2 WIDHT)) (define :name WIDTH :value 1)") == "define/unknown-name");
  CHECK(rules("(define :name A :value (< 1 2))").starts_with("define/not-a-number"));
  CHECK(rules("(define :name A :value (/ 1 0))").starts_with("define/not-a-number"));
  CHECK(rules("(define :name A :value 1)") == "");
  CHECK(rules("(define :name A :value 1) (frame :name f :perform [])") == "w:define/unused");
  CHECK(rules("(define :name PI :value 3) (data :name d :float32 [PI])") == "w:define/shadows-math");
  CHECK(rules("(define :name A :value 1px) (data :name d :float32 [A])") == "number/unit");
  CHECK(rules("(define :name A :value \"1\") (data :name d :float32 [A])") == "value/type");
  std::string chain = "(define :name A0 :value 1)";
  for (int i = 1; i < 20000; ++i) chain += cat("(define :name A", i, " :value (+ 1 A", i - 1, "))");
  Checked c(chain + "(data :name d :float32 [A19999])");
  CHECK(c.diagnostics.all().empty());
  const auto most = std::ranges::max_element(c.result.constants, {}, [](const auto& k) { return k.second; });
  CHECK(most->second == 20000);
}

TEST_CASE("limits") {
  CHECK(rules("(limits :max-bind-groups 8)") == "");
  CHECK(rules("(limits :max-bind-groups 2)") == "w:limits/below-default");
  CHECK(rules("(limits :max-bind-groups -1)") == "limits/value");
  CHECK(rules("(limits :max-bind-groups (/ 9 2))") == "limits/value");
  CHECK(rules("(limits :min-uniform-buffer-offset-alignment 48)") == "limits/alignment-pow2");
  CHECK(rules("(limits :max-immediate-size 66)") == "limits/immediate-multiple");
}

TEST_CASE("several errors in one run, consequences left out") {
  const std::string text =
      "(buffer :name a :usage [storag] :size 1.5)\n"
      "(bind-group :name g :layout nothing (entry :binding 0 :bufer a))\n"
      "(drw)";
  CHECK(rules(text) == "form/unknown value/member buffer/size-value ref/unknown key/unknown");
  Checked c(text);
  CHECK(c.result.find("a")->failed);
  CHECK(c.result.find("g")->failed);
  CHECK(c.diagnostics.all()[1].path == "buffer :usage [0]");
}

TEST_CASE("forms that sugar made") {
  const std::string text =
      "(pass-graph (pass :name p :code \"\")) (sampler :name __pass_sampler) (frame :name main :perform [])";
  Diagnostics diagnostics;
  sjon::Document document = sjon::parse(text, diagnostics);
  sjon::Builder make(document, {0, 36});
  document.appendRoot(make.form("sampler").symbol("name", "__pass_sampler").node());
  document.appendRoot(make.form("frame").symbol("name", "main").pair("perform", make.vector({})).node());
  document.appendRoot(make.form("texture")
                          .symbol("name", "p__tex")
                          .symbol("size", "canvas")
                          .symbol("format", "rgba8unorm")
                          .symbols("usage", {"copy-dst"})
                          .node());
  const CheckedDocument result = check(document, diagnostics);
  REQUIRE(diagnostics.all().size() == 2);
  CHECK(diagnostics.all()[0].rule == "name/synthesized");
  CHECK(diagnostics.all()[0].span.begin == text.find("__pass_sampler"));
  CHECK(diagnostics.all()[1].rule == "name/synthesized");
  CHECK(result.roots.size() == 6);
  CHECK(result.roots[5]->synthesized);
}
