// The minifier: what each rewrite makes of known text and what it leaves alone, the fixed point, and that reflection
// sees the same module. Names are chosen by size, so texts are compared with private names replaced by a, b, c as they
// appear.
#include <algorithm>
#include <map>

#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using pngine::wgsl::test::mustParse;

namespace {

/// Minified text, after checking that minifying again changes nothing.
std::string minified(std::string_view text) {
  const std::string once = minify(*mustParse(text));
  CHECK(minify(*mustParse(once)) == once);
  return once;
}

bool wordByte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// One spelling for what is chosen by size: `let` or `var`, `vec4` or `vec4f`.
std::string alike(std::string text) {
  for (const auto& [from, to] :
       {std::pair{"let ", "var "}, {"vec2(", "vec2f("}, {"vec3(", "vec3f("}, {"vec4(", "vec4f("}}) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
      text.replace(at, std::string_view(from).size(), to);
  }
  return text;
}

/// One-letter names but members, replaced in the order of their first appearance.
std::string canonical(const std::string& text) {
  std::map<char, char> names;
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool alone = (i == 0 || !wordByte(text[i - 1])) && (i + 1 == text.size() || !wordByte(text[i + 1]));
    const bool member =
        i > 0 && text[i - 1] == '.' && (i < 2 || wordByte(text[i - 2]) || text[i - 2] == ')' || text[i - 2] == ']');
    if (!alone || member || std::isalpha(static_cast<unsigned char>(text[i])) == 0) {
      out += text[i];
      continue;
    }
    out += names.try_emplace(text[i], static_cast<char>('a' + names.size())).first->second;
  }
  return out;
}

/// Buffers of every kind, and what becomes of statements of a shader that uses them.
constexpr std::string_view kBuffers =
    "@group(0)@binding(0)var<storage,read_write>fs:array<f32>;@group(0)@binding(1)var<storage,read_write>us:array<u32>;"
    "@group(0)@binding(2)var<storage,read_write>is:array<i32>;@group(0)@binding(3)var<storage,read_write>vs:array<"
    "vec4f>;";
std::string body(std::string_view statements, std::string_view declarations = "") {
  const std::string text = minified(std::string(kBuffers) + std::string(declarations) +
                                    "@compute @workgroup_size(1) fn main() { _ = &fs; _ = &us; _ = &is; _ = &vs;" +
                                    std::string(statements) + "}");
  const std::string_view head = "fn main(){_=&fs;_=&us;_=&is;_=&vs;";
  const size_t at = text.find(head);
  REQUIRE(at != std::string::npos);
  size_t depth = 1, end = at + head.size();
  for (; depth > 0 && end < text.size(); ++end) depth += text[end] == '{' ? 1 : text[end] == '}' ? size_t(-1) : 0;
  return canonical(text.substr(at + head.size(), end - 1 - at - head.size()));
}

struct Row {
  std::string_view before, after;
};
template <size_t N>
void check(const Row (&rows)[N]) {
  for (const Row& row : rows) {
    CAPTURE(row.before);
    CHECK(alike(body(row.before)) == alike(std::string(row.after)));
  }
}

}  // namespace

TEST_CASE("blanks and comments go, what needs a blank keeps it") {
  check({{"/* a */ fs [ 0 ] = fs[1] - - fs[2] ; // b\n ;", "fs[0]=fs[1]- -fs[2];"},
         {"fs[0] = fs[1] - -(- -fs[2]);", "fs[0]=fs[1]- - - -fs[2];"},
         {"vs[0] = vec4<f32>(.5, fs[1], 1.0, 2,);", "vs[0]=vec4f(.5,fs[1],1,2);"},
         {"us[0] = us[1] >> 2u; us[us[2] >> 1u] += 1;", "us[0]=us[1]>>2;us[us[2]>>1]++;"}});
  CHECK(canonical(minified("@compute @workgroup_size(1, 2,) fn main() { return ; }")) ==
        "@compute@workgroup_size(1,2)fn main(){}");
}

TEST_CASE("numbers: the shortest spelling of the same value and type") {
  check({// What an operand beside a run-time f32, a parameter, a member is written as does not matter.
         {"fs[0] = fs[1] * 2.0 + 0.50;", "fs[0]=fs[1]*2+.5;"},
         {"fs[0] = fs[1] * 2.0f - 1e3f;", "fs[0]=fs[1]*2-1e3;"},
         {"fs[0] = 1000000.0;", "fs[0]=1e6;"},
         {"fs[0] = fs[1] * 3.40282346638528859812e38;", "fs[0]=fs[1]*3.40282346638528859812e38;"},
         {"fs[0] = 6.283185307179586 * fs[1];", "fs[0]=6.2831855*fs[1];"},
         {"us[0] = 0x10u + us[1]; us[2] = 4294967295u;", "us[0]=16+us[1];us[2]=~0u;"},
         {"is[0] = is[1] + 3i;", "is[0]=is[1]+3;"},
         {"vs[0] = vec4f(1.0, 0.0, 0.0, 1.0);", "vs[0]=vec4f(1,0,0,1);"},
         {"fs[0] = max(fs[1], 0.0) + clamp(fs[2], 0.0, 1.0);", "fs[0]=max(fs[1],0)+saturate(fs[2]);"},
         // A local takes its type from the number: it must stay a float, and unsigned ones keep the letter.
         {"var x = 1.0; x += fs[1]; fs[0] = x; fs[2] = x;", "var a=1.;a+=fs[1];fs[0]=a;fs[2]=a;"},
         {"var x = 1u; x += us[1]; us[0] = x; us[2] = x;", "var a=1u;a+=us[1];us[0]=a;us[2]=a;"},
         {"var x = 1i; x += is[1]; is[0] = x; is[2] = x;", "var a=1;a+=is[1];is[0]=a;is[2]=a;"},
         // What is shifted decides the type; what it is shifted by does not.
         {"us[0] = 1u << us[1];", "us[0]=1u<<us[1];"},
         // Negative zero is no integer.
         {"fs[0] = fs[1] + -0.0;", "fs[0]=fs[1]+-0.;"},
         // ~0 and ~0u are different numbers.
         {"us[0] = us[1] & ~3u;", "us[0]=us[1]&~3u;"},
         {"fs[0] = select(0.0, 2.0, us[0] == 0u);", "fs[0]=select(0.,2.,us[0]==0);"},
         {"us[0] = select(0u, 5u, fs[0] > 0.0);", "us[0]=select(0u,5,fs[0]>0);"}});
}

TEST_CASE("constants fold as the language evaluates them") {
  check({{"us[0] = us[1] + 2u * 3u + (1u << 4u);", "us[0]=us[1]+6+16;"},
         {"fs[0] = fs[1] * (2.0 * 3.0);", "fs[0]=fs[1]*6;"},
         {"fs[0] = fs[1] * (1.0 / 3.0);", "fs[0]=fs[1]*(1./3);"},  // .33333334 is longer
         {"fs[0] = 7.0 / 2.0; is[0] = 7 / 2; is[1] = -7 / 2;", "fs[0]=3.5;is[0]=3;is[1]=-3;"},
         {"fs[0] = f32(7u / 2u); us[0] = u32(3.7);", "fs[0]=3;us[0]=3;"},
         {"fs[0] = sin(1.0);", "fs[0]=sin(1.);"},             // not the same on every machine
         {"fs[0] = 1.0 + fs[1] + 2.0;", "fs[0]=1+fs[1]+2;"},  // run time: order stays
         {"us[0] = min(7u, 3u) + us[1];", "us[0]=3+us[1];"}});
  CHECK(body("us[0] = N * 2 + us[1]; fs[0] = N + fs[1];", "const N = 4;") == "us[0]=8+us[1];fs[0]=4+fs[1];");
}

TEST_CASE("a constant keeps its abstract or concrete type") {
  // `a` is used as f32, i32 and u32; `b` is an f32 whatever stands beside it.
  CHECK(body("fs[0] = a; is[0] = a; us[0] = a;", "const a = 1;") == "fs[0]=1;is[0]=1;us[0]=1;");
  CHECK(alike(body("let x = b * 3; fs[0] = x; fs[1] = x;", "const b: f32 = 1;")) == "var a=3.;fs[0]=a;fs[1]=a;");
  CHECK(body("let x = c / 2; is[0] = x; fs[0] = f32(x);", "const c = 7;").find("3.5") == std::string::npos);
  CHECK(body("const k = 5; var x = k; x += is[1]; is[0] = x; is[3] = x;") == "var a=5;a+=is[1];is[0]=a;is[3]=a;");
  // In attributes and sizes.
  const std::string text = minified(
      "const N = 8u; const M = 16; struct S { @align(M) a: f32, @size(M * 2) b: f32 } var<workgroup> w: array<S, N>;"
      "@compute @workgroup_size(N, 1, 1) fn main(@builtin(local_invocation_index) i: u32) { w[i].a = w[7 - i].b; }");
  CHECK(text.find("@workgroup_size(8)") != std::string::npos);
  CHECK(text.find("@align(16)a") != std::string::npos);
  CHECK(text.find("@size(32)b") != std::string::npos);
}

TEST_CASE("branches that are never taken go") {
  check({{"if true { fs[0] = 1; } else { fs[1] = 1; }", "fs[0]=1;"},
         {"if 1 > 2 { fs[0] = 1; } else if us[0] == 1 { fs[1] = 2; } else { fs[3] = 3; }",
          "if us[0]==1{fs[1]=2;}else{fs[3]=3;}"},
         {"if us[0] == 1 { fs[1] = 2; } else if false { fs[2] = 3; }", "if us[0]==1{fs[1]=2;}"},
         {"if us[0] == 1 { fs[1] = 2; } else if true { fs[2] = 3; } else { fs[3] = 4; }",
          "if us[0]==1{fs[1]=2;}else{fs[2]=3;}"},
         {"while false { fs[0] = 1; } fs[1] = 2;", "fs[1]=2;"},
         {"if us[0] == 1 { return; } else { fs[0] = 1; }", "if us[0]==1{return;}fs[0]=1;"},
         {"if us[0] == 1 && true || false { fs[0] = 1; }", "if us[0]==1{fs[0]=1;}"},
         {"{ { fs[0] = 1; } }", "fs[0]=1;"}});
  // An endless loop keeps its way out.
  CHECK(body("loop { fs[0] += 1; if false { break; } if us[0] == 9 { return; } }").find("break") != std::string::npos);
  // What only a dropped branch used to bind stays bound: the automatic layout of the pipeline depends on it.
  const std::string text = minified(
      "@group(0)@binding(0)var<storage,read_write>used:array<f32>;@group(0)@binding(1)var<storage,read_write>only:"
      "array<f32>;"
      "@compute@workgroup_size(1)fn main(){used[0]=1;if false{only[0]=1;}}");
  CHECK(reflect(*mustParse(text)).entry_points[0].bindings.size() == 2);
}

TEST_CASE("overrides that were specialised fold, those that remain stay") {
  const auto module = mustParse(
      "override debug = true; override speed: f32 = 1.0; @group(0)@binding(0)var<storage,read_write>fs:array<f32>;"
      "@compute@workgroup_size(1)fn main(){if debug{fs[0]=1;}fs[1]=speed;}");
  CHECK(minified(specialise(*module, {{"debug", 0}})).find("if") == std::string::npos);
  const std::string kept = minify(*module);
  CHECK(kept.find("override debug=true;") != std::string::npos);
  CHECK(kept.find("override speed:f32=1.;") != std::string::npos);
}

TEST_CASE("a let moves to its only use when nothing comes between") {
  check({{"let x = us[1]; us[0] = x;", "us[0]=us[1];"},
         {"let x = us[1] + 1; us[0] = x * 2;", "us[0]=(us[1]+1)*2;"},
         // Memory changes between.
         {"let x = us[1]; us[1] = 7; us[0] = x;", "let a=us[1];us[1]=7;us[0]=a;"},
         {"let x = fs[0]; { fs[0] = 2; } fs[1] = x;", "let a=fs[0];fs[0]=2;fs[1]=a;"},
         // Into a loop it would be evaluated again.
         {"let x = us[1]; for (var i = 0u; i < x; i++) { us[i] = i; }", "let a=us[1];for(var b=0u;b<a;b++){us[b]=b;}"},
         // As part of a constant expression 1/0 would be refused.
         {"let z = 0.0; fs[0] = 1.0 / z;", "let a=0.;fs[0]=1/a;"},
         {"let i = 9u; us[0] = array(1u, 2u)[i];", "let a=9u;us[0]=array(1u,2u)[a];"},
         // Unused ones go, unless dropping them unbinds something.
         {"let x = 1.0; var y: vec3f; fs[0] = 1;", "fs[0]=1;"},
         {"let x = 5; _ = x; fs[0] = 1;", "let a=5;_=a;fs[0]=1;"}});
  // Functions that write do not move past each other, and neither do reads past them.
  CHECK(alike(body("let x = next(); let y = next(); us[0] = y - x;",
                   "var<private> n: u32; fn next() -> u32 { n += 1; return n; }"))
            .find("var a=b();var c=b();us[0]=c-a;") != std::string::npos);
  CHECK(alike(body("let x = us[5]; us[0] = set() + x;", "fn set() -> u32 { us[5] = 3; return 1; }")) ==
        "var a=us[5];us[0]=b()+a;");
  // Pointers stay pointers.
  CHECK(body("var x = 1.0; let p = &x; *p = 2.0; fs[0] = x; fs[1] = *p;") ==
        "var a=1.;let b=&a;*b=2;fs[0]=a;fs[1]=*b;");
}

TEST_CASE("functions that are one expression move to where they are called") {
  const std::string_view half = "fn half(x: f32) -> f32 { return x * 0.5; }";
  CHECK(body("fs[0] = half(fs[1] + 1.0);", half) == "fs[0]=(fs[1]+1)*.5;");
  CHECK(body("fs[0] = twice(fs[1] + 1.0);", "fn twice(x: f32) -> f32 { return x + x; }").find("fs[1]+1)+") ==
        std::string::npos);
  // An argument that becomes constant could be refused: 1/0.
  CHECK(alike(body("fs[0] = inverse(0.0);", "fn inverse(x: f32) -> f32 { return 1.0 / x; }")) == "var a=0.;fs[0]=1/a;");
  CHECK(body("us[0] = low(us[1]) + low(us[2]);", "fn low(x: u32) -> u32 { return x & 255u; }") ==
        "us[0]=(us[1]&255)+(us[2]&255);");
}

TEST_CASE("functions of several statements that are called once move to where they are called") {
  const std::string_view square = "fn square(x: f32) -> f32 { var y = x; if y < 0 { y = -y; } return y * y; }";
  check({{"fs[0] = fs[1];", "fs[0]=fs[1];"}});
  CHECK(alike(body("fs[0] = square(fs[1]) + 1.0;", square)) == "var a=fs[1];if a<0{a=-a;}fs[0]=a*a+1;");
  CHECK(alike(body("if fs[0] > 1 { fs[0] = square(2); }", square)) == "if fs[0]>1{var a=2.;if a<0{a=-a;}fs[0]=a*a;}");
  CHECK(alike(body("put(us[1]);", "fn put(x: u32) { for (var i = 0u; i < x; i++) { us[i + 9] = x; } }")) ==
        "var a=us[1];for(var b=0u;b<a;b++){us[b+9]=a;}");
  // In a loop what starts from zero must do so every time.
  CHECK(alike(body("for (var k = 0u; k < us[9]; k++) { us[k] = once(k); }",
                   "fn once(p: u32) -> u32 { var x: u32; x += p; var y: vec2u; y.x += x; return x + y.x + y.y; }")) ==
        "for(var a=0u;a<us[9];a++){var b=0u;b+=a;var c=vec2u();c.x+=b;us[a]=b+c.x+c.y;}");
  // What the body writes must not come before what the statement reads first.
  const std::string_view writes = "fn set(x: u32) -> u32 { us[5] = x; us[6] = x; return x + 1; }";
  CHECK(body("us[0] = us[5] + set(us[1]);", writes) == "us[0]=us[5]+a(us[1]);");
  CHECK(body("us[us[5]] = set(us[1]);", writes) == "us[us[5]]=a(us[1]);");
  CHECK(body("var x = us[3]; x += set(us[1]); us[8] = x;", writes).find("a=us[3];a+=b(us[1]);") != std::string::npos);
  CHECK(alike(body("let x = set(us[1]); us[8] = x;", writes)) == "var a=us[1];us[5]=a;us[6]=a;us[8]=a+1;");
  // What is not always evaluated, or more than once, stays where it is.
  CHECK(body("if us[0] == 1 && set(2) == 3 { us[7] = 1; }", writes).find("&&a(2)==3") != std::string::npos);
  CHECK(body("while set(us[0]) < 4 { us[0]++; }", writes) == "while a(us[0])<4{us[0]++;}");
  CHECK(body("for (var i = set(1); i < 9; i = i * 2) { us[i]++; }", writes).find("a=b(1);") != std::string::npos);
  CHECK(body("if us[0] == 1 { us[1] = 3; } else if set(us[2]) == 2 { us[1] = 4; }", writes).find("if a(us[2])==2") !=
        std::string::npos);
  // Functions that return early, take pointers, or are called twice.
  for (const auto& [call, function] :
       {std::pair{"us[0] = f(us[1]);", "fn f(x: u32) -> u32 { if x > 4 { return 1; } us[3] = x; return 2; }"},
        {"var x = 1u; f(&x); us[0] = x;", "fn f(x: ptr<function, u32>) { *x += 2; us[1] = *x; }"},
        {"us[0] = f(us[1]); us[2] = f(us[0]);",
         "fn f(x: u32) -> u32 { var y = x; y += us[4]; us[5] = y; return y; }"}}) {
    CAPTURE(function);
    CHECK(body(call, function).find("us[0]=") != std::string::npos);
    CHECK(minified(std::string(kBuffers) + function + "@compute @workgroup_size(1) fn main() {" + call + "}")
              .find("fn ", 0) != std::string::npos);
    const std::string text =
        minified(std::string(kBuffers) + function + "@compute @workgroup_size(1) fn main() {" + call + "}");
    CHECK(text.find("fn ") != text.rfind("fn "));
  }
}

TEST_CASE("an assignment takes in the one before it") {
  check({{"var x = fs[1]; x = x * 2; x += fs[3]; fs[0] = x; fs[4] = x;", "var a=fs[1]*2+fs[3];fs[0]=a;fs[4]=a;"},
         {"var x = fs[1]; x *= fs[2] - fs[3]; fs[0] = x; fs[4] = x;", "var a=fs[1]*(fs[2]-fs[3]);fs[0]=a;fs[4]=a;"},
         // Read twice, or only sometimes, or something comes between.
         {"var x = fs[1]; x = x * x; fs[0] = x; fs[4] = x;", "var a=fs[1];a*=a;fs[0]=a;fs[4]=a;"},
         {"var x = us[1] == 2; x = us[0] == 1 && x; us[3] = u32(x); us[4] = u32(x);",
          "var a=us[1]==2;a=us[0]==1&&a;us[3]=u32(a);us[4]=u32(a);"},
         {"var x = fs[1]; fs[1] = 2; x += 3; fs[0] = x; fs[4] = x;", "var a=fs[1];fs[1]=2;a+=3;fs[0]=a;fs[4]=a;"},
         // A number would become part of a constant expression.
         {"var x = 3u; x = x << us[0]; us[1] = x; us[2] = x;", "var a=3u;a=a<<us[0];us[1]=a;us[2]=a;"}});
  // A pointer sees each value.
  CHECK(body("var x = fs[1]; let p = &x; x = x + 1; fs[0] = *p; fs[2] = x;").find("a+=1;") != std::string::npos);
  CHECK(body("var x = fs[1]; x += set(); fs[0] = x; fs[4] = x;",
             "var<private> n: f32; fn set() -> f32 { fs[1] = 3; n += 1; fs[6] = n; return n; } ")
            .find("a+=b();") != std::string::npos);
}

TEST_CASE("a vector of zeros is what a variable starts from") {
  check({{"var v = vec4f(); v.x = fs[1]; vs[0] = v; vs[1] = v;", "var a:vec4f;a.x=fs[1];vs[0]=a;vs[1]=a;"},
         // In a loop it stays written, and where it is never written to.
         {"for (var i = 0u; i < 4; i++) { var v = vec4f(); v.x += fs[i]; vs[i] = v; }",
          "for(var a=0u;a<4;a++){var b=vec4f();b.x+=fs[a];vs[a]=b;}"},
         {"var x = 0u; x += us[1]; us[0] = x; us[2] = x;", "var a=0u;a+=us[1];us[0]=a;us[2]=a;"}});
}

TEST_CASE("a let of a variable that does not change") {
  check(
      {{"for (var i = 0u; i < 4; i++) { let j = i; us[j] = j; fs[j] = 1; }", "for(var a=0u;a<4;a++){us[a]=a;fs[a]=1;}"},
       {"var x = us[1]; x++; let y = x; us[0] = y; us[2] = y; us[3] = x;", "var a=us[1];a++;us[0]=a;us[2]=a;us[3]=a;"},
       {"var x = us[1]; let y = x; x++; us[0] = y; us[2] = y; us[3] = x;",
        "var a=us[1];var b=a;a++;us[0]=b;us[2]=b;us[3]=a;"},
       // Into a branch, but not past what it reads, and not into a loop.
       {"var x = us[1]; x++; let y = x * 3 + 1; if us[2] == 1 { us[0] = y; } us[4] = x;",
        "var a=us[1];a++;if us[2]==1{us[0]=a*3+1;}us[4]=a;"},
       {"let y = us[1] * 3; if us[2] == 1 { us[0] = y; }", "var a=us[1]*3;if us[2]==1{us[0]=a;}"},
       {"var x = us[1]; x++; let y = x * 3 + 1; while us[2] == 1 { us[0] = y; } us[4] = x;",
        "var a=us[1];a++;var b=a*3+1;while us[2]==1{us[0]=b;}us[4]=a;"}});
}

TEST_CASE("vectors made of one number beside a vector") {
  check({{"vs[0] = vs[1] + vec4f(2.0); vs[2] = vec4f(fs[1]) * vs[3];", "vs[0]=vs[1]+2;vs[2]=fs[1]*vs[3];"},
         {"vs[0] -= vec4f(fs[1] + 1);", "vs[0]-=fs[1]+1;"},
         // Not beside a matrix or a number, not for functions, not for comparisons.
         {"vs[0] = fs[1] + vec4f(2.0);", "vs[0]=fs[1]+vec4f(2);"},
         {"vs[0] = max(vs[1], vec4f(1.0));", "vs[0]=max(vs[1],vec4f(1));"},
         {"fs[0] = f32(all(vs[0] == vec4f(1.0)));", "fs[0]=f32(all(vs[0]==vec4f(1)));"},
         {"vs[0] = clamp(vs[1], vec4f(0.0), vec4f(1.0)); vs[2] = clamp(vs[1], vec4f(0.0), vec4f(2.0));",
          "vs[0]=saturate(vs[1]);vs[2]=clamp(vs[1],vec4f(),vec4f(2));"},
         {"us[0] = clamp(us[1], 0u, 1u);", "us[0]=clamp(us[1],0,1);"}});
}

TEST_CASE("parentheses that grouping does not need go") {
  check(
      {{"fs[0] = (fs[1] * fs[2]) + (fs[3]);", "fs[0]=fs[1]*fs[2]+fs[3];"},
       {"fs[0] = fs[1] + (fs[2] + fs[3]);", "fs[0]=fs[1]+(fs[2]+fs[3]);"},
       {"fs[0] = (fs[1] + fs[2]) + fs[3];", "fs[0]=fs[1]+fs[2]+fs[3];"},
       {"fs[0] = fs[1] / (fs[2] * fs[3]);", "fs[0]=fs[1]/(fs[2]*fs[3]);"},
       {"us[0] = (us[1] << 1) | (us[2] >> 2);", "us[0]=(us[1]<<1)|(us[2]>>2);"},
       {"if ((us[0] < 1) && (us[1] > 2)) { fs[0] = 1; }", "if us[0]<1&&us[1]>2{fs[0]=1;}"},
       {"if (us[0] < 1) || ((us[1] > 2) && (us[2] == 0)) { fs[0] = 1; }", "if us[0]<1||(us[1]>2&&us[2]==0){fs[0]=1;}"},
       // Without them this would read as a template list.
       {"us[0] = min(u32((us[0]<us[1])),u32((us[2]>(us[3]))));", "us[0]=min(u32((us[0]<us[1])),u32((us[2]>us[3])));"},
       {"fs[0] = -(fs[1] * fs[2]);", "fs[0]=-(fs[1]*fs[2]);"},
       {"vs[0] = vec4f((vs[1] + vs[2]).xyz, (fs[0]));", "vs[0]=vec4f((vs[1]+vs[2]).xyz,fs[0]);"}});
}

TEST_CASE("other spellings of the same") {
  check({{"vs[0] = vec4<f32>(0.0, 0.0, 0.0, 0.0);", "vs[0]=vec4f();"},
         {"vs[0] = vec4f(2.0, 2.0, 2.0, 2.0);", "vs[0]=vec4f(2);"},
         {"fs[0] = vs[1].r + vs[1].bg.x;", "fs[0]=vs[1].x+vs[1].zy.x;"},
         {"fs[0] = fs[0] + 2.0; us[0] = us[0] + 1u; us[1] = us[1] - us[2] - us[3];",
          "fs[0]+=2;us[0]++;us[1]=us[1]-us[2]-us[3];"},
         {"us[0] = select(0u, 1u, fs[0] > 0); fs[1] = select(0.0, 1.0, us[0] == 1);",
          "us[0]=u32(fs[0]>0);fs[1]=f32(us[0]==1);"},
         {"let x: u32 = us[1]; us[0] = x; us[2] = x;", "let a=us[1];us[0]=a;us[2]=a;"},
         {"var x: f32 = 0; x += fs[1]; fs[0] = x; fs[2] = x;", "var a=0.;a+=fs[1];fs[0]=a;fs[2]=a;"},
         {"fs[0] = f32(fs[1]);", "fs[0]=fs[1];"},
         {"fs[0] = array<f32, 2>(fs[1], fs[2])[us[0]];", "fs[0]=array(fs[1],fs[2])[us[0]];"}});
  CHECK(minified("@group(0)@binding(0)var<storage,read>x:array<f32>;@fragment fn main()->@location(0)vec4<f32>{return "
                 "vec4<f32>(x[0]);}")
            .find("var<storage>x:array<f32>;") != std::string::npos);
}

TEST_CASE("control flow that must stay as it is") {
  check({{"switch us[0] { case 1u: { fs[0] = 1; } case 2u, 3u, default: { fs[1] = 1; } }",
          "switch us[0]{case 1u:{fs[0]=1;}case 2u,3u,default:{fs[1]=1;}}"},
         {"loop { us[0] += 1; continuing { us[1] += 1; break if us[0] > 9; } }",
          "loop{us[0]++;continuing{us[1]++;break if us[0]>9;}}"},
         {"for (;;) { if us[0] > 3 { break; } us[0] += 1; }", "for(;;){if us[0]>3{break;}us[0]++;}"},
         {"_ = fs[0]; us[0] = us[1]--1;", "_=fs[0];us[0]=us[1]- -1;"}});
  const std::string text = minified(
      "@fragment fn main(@location(0) v: f32) -> @location(0) vec4f { let w = fwidth(v); if v < 0 { discard; } return "
      "vec4f(w + v); }");
  CHECK(text.find("fwidth") < text.find("discard"));
}

TEST_CASE("private names become short, names that the outside binds by stay") {
  const std::string text = minified(
      "struct Light { color: vec3f, glow: Glow } struct Glow { power: f32 } struct Cell { alive: u32 } "
      "override speed = 1.0; @id(3) override other: u32; alias Cells = array<Cell>; var<private> seen: u32;"
      "@group(0) @binding(0) var<uniform> light: Light; @group(0) @binding(1) var<storage, read_write> cells: Cells;"
      "@compute @workgroup_size(other) fn main() { seen = u32(speed * light.glow.power); cells[0].alive = seen; }");
  for (const std::string_view word :
       {"struct Light{color:vec3f,glow:Glow}", "struct Glow{power:f32}", "override speed=1.;",
        "@id(3)override other:u32;", "@group(0)@binding(0)var<uniform>light:Light;",
        "@compute@workgroup_size(other)fn main()"}) {
    CAPTURE(word);
    CHECK(text.find(word) != std::string::npos);
  }
  for (const std::string_view word : {"Cell", "Cells", "seen", "alias"}) CHECK(text.find(word) == std::string::npos);
}

TEST_CASE("what no entry point reaches goes, directives stay") {
  CHECK(minified("diagnostic(off, derivative_uniformity); enable f16; const unused = 1; const_assert 1 < 2; struct U { "
                 "a: f32 }"
                 "@group(0) @binding(0) var<uniform> gone: f32; fn dead() { live(); } fn live() { _ = 2; }"
                 "@compute @workgroup_size(1) fn main() { live(); }")
            .starts_with("diagnostic(off,derivative_uniformity);enable f16;"));
  CHECK(minified("const unused = 1; @compute @workgroup_size(1) fn main() { const_assert 2 > 1; }") ==
        "@compute@workgroup_size(1)fn main(){}");
}

TEST_CASE("short names avoid names that keep their meaning, and each other") {
  // `a` is an entry point, `e` a binding, `max` and `min` are functions; members may be called anything.
  const std::string text = minified(
      "struct S { a: u32, e: u32 } @group(0) @binding(0) var<storage, read_write> e: array<u32>; var<private> s: S;"
      "fn longer(value: u32) -> u32 { s.a += value; s.e += s.a; return s.e; }"
      "@compute @workgroup_size(1) fn a() { let value = longer(e[1]); e[0] = max(value, min(value, longer(value))); }");
  const auto module = mustParse(text);
  CHECK(reflect(*module).entry_points[0].name == "a");
  CHECK(text.find("fn a(") == text.rfind("fn a("));
  CHECK(reflect(*module).declared.size() == 5);
  std::string many = "@group(0)@binding(0)var<storage,read_write>us:array<u32>;@compute @workgroup_size(1) fn main() {";
  for (int i = 0; i < 120; ++i)
    many += "var v" + std::to_string(i) + " = us[" + std::to_string(i) + "]; v" + std::to_string(i) + " *= 3u;";
  for (int i = 0; i < 120; ++i)
    many += "us[" + std::to_string(i) + "] += v" + std::to_string(i) + " * v" + std::to_string((i * 7) % 120) + ";";
  const std::string out = minified(many + "}");
  for (const std::string_view keyword : {" if=", " as=", " do=", " of=", " fn="})
    CHECK(out.find(keyword) == std::string::npos);
}

TEST_CASE("shadowing keeps its meaning") {
  CHECK(alike(body("let x = us[1]; us[2] = x; us[3] = x; { let x = x * 2u; us[0] = x; us[4] = x; }")) ==
        "var a=us[1];us[2]=a;us[3]=a;var b=a*2;us[0]=b;us[4]=b;");
  CHECK(body("us[0] = f(us[1]);", "fn f(min: u32) -> u32 { var m = min; m = m * m; return m + min; }") ==
        "var a=us[1];var b=a;b*=b;us[0]=b+a;");
  // A module may give predeclared names another meaning.
  const std::string own = minified(
      "struct vec4f { x: f32 } @group(0)@binding(0)var<storage,read_write>fs:array<f32>;"
      "fn max(a: f32, b: f32) -> f32 { var c = a; c -= b; return c; }"
      "@compute@workgroup_size(1)fn main(){ let v = vec4f(fs[2]); fs[0] = max(fs[1], v.x); fs[3] = max(v.x, fs[1]); }");
  CHECK(own.find("max") == std::string::npos);
  CHECK(own.find("vec4f") == std::string::npos);
}

TEST_CASE("reflection of the minified text is the same but for private names") {
  const std::string text = R"(
    const N = 4u; override k = 2u;
    struct P { pos: vec3f, @size(32) w: f32, m: mat3x3f }
    @group(0) @binding(0) var<uniform> u: P; @group(1) @binding(3) var<storage, read_write> s: array<P, N * 2>;
    @group(0) @binding(1) var t: texture_2d<f32>; @group(0) @binding(2) var sm: sampler;
    var<workgroup> tile: array<f32, N * k>;
    fn look(tex: texture_2d<f32>, smp: sampler) -> vec4f { return textureSampleLevel(tex, smp, vec2f(), 0); }
    @compute @workgroup_size(N, k) fn main(@builtin(local_invocation_index) i: u32) { tile[i] = look(t, sm).x; s[0] = u; })";
  const auto before = mustParse(text), after = mustParse(minified(text));
  const Reflection &a = reflect(*before), &b = reflect(*after);
  REQUIRE(a.bindings.size() == b.bindings.size());
  for (size_t i = 0; i < a.bindings.size(); ++i) {
    CHECK(a.bindings[i].name == b.bindings[i].name);
    CHECK(a.bindings[i].group == b.bindings[i].group);
    CHECK(a.bindings[i].binding == b.bindings[i].binding);
    CHECK(a.bindings[i].kind == b.bindings[i].kind);
    CHECK(a.bindings[i].min_size == b.bindings[i].min_size);
    CHECK(a.bindings[i].type->members.size() == b.bindings[i].type->members.size());
  }
  const EntryPoint &x = a.entry_points.at(0), &y = b.entry_points.at(0);
  CHECK(x.name == y.name);
  CHECK(x.workgroup_size == y.workgroup_size);
  CHECK(x.bindings == y.bindings);
  CHECK(x.overrides == y.overrides);
  CHECK(x.workgroup_variables == y.workgroup_variables);
  REQUIRE(y.sampling.size() == 1);
  CHECK(x.sampling[0].texture == y.sampling[0].texture);
}
