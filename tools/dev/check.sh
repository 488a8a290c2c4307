# Tests and everything else that says whether the tree is right. Every suite adds its exact counts with tally().

PASSED=0
FAILED=0
tally() { # tally SUITE PASSED FAILED
  PASSED=$((PASSED + $2))
  FAILED=$((FAILED + $3))
  printf '%-28s %6d passed %4d failed\n' "$1" "$2" "$3"
}

# What each sanitizer build runs under: leaks count, but not those of drivers that are loaded at run time.
sanitizer_environment() {
  export ASAN_OPTIONS=abort_on_error=0:allocator_may_return_null=1:detect_stack_use_after_return=1
  export UBSAN_OPTIONS=print_stacktrace=1
  export LSAN_OPTIONS=suppressions=$ROOT/tests/lsan.supp:print_suppressions=0
}

# run_suite NAME LOG COMMAND...: keeps the output, shows it when the command fails; the command's status.
run_suite() {
  local name=$1 log=$2 status=0
  shift 2
  step "$name"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  [[ $status -eq 0 ]] || tail -n 200 "$log" >&2
  return "$status"
}

# Unit tests and fuzz corpora through ctest; a doctest program counts by its cases.
test_units() { # test_units PRESET GLOB
  local junit=$ROOT/build/test/$1.xml
  rm -f "$junit"
  run_suite "unit tests, $1" "build/test/ctest-$1.log" ctest --test-dir "build/$1" -j "$JOBS" --timeout 600 \
    -R "$(glob_to_regex "$2")" --output-on-failure --test-output-size-passed 200000 --test-output-size-failed 200000 \
    --output-junit "$junit" || true
  # shellcheck disable=SC2046
  tally "unit tests, $1" $(node tools/dev/junit_counts.mjs "$junit")
}

glob_to_regex() {
  local text=${1//./\\.}
  text=${text//\*/.*}
  printf '^%s$\n' "${text//\?/.}"
}

test_goldens() {
  local log=build/test/golden.log status=0
  run_suite "goldens" "$log" node tests/golden/run.mjs "$1" || status=$?
  # shellcheck disable=SC2046
  tally goldens $(node tools/dev/closing_counts.mjs "$log" "$status")
}

# The program as a person calls it: bad input, each sample from text to numbers or a picture.
test_program() {
  local log status file name
  for file in tests/cli/*.test.mjs tests/samples/*.test.mjs; do
    name=$(basename "$file" .test.mjs)
    # shellcheck disable=SC2053
    [[ $name == $1 ]] || continue
    log=build/test/cli-$name.log status=0
    run_suite "program, $name" "$log" node --test "$file" || status=$?
    # shellcheck disable=SC2046
    tally "program, $name" $(node tools/dev/closing_counts.mjs "$log" "$status")
  done
}

# Every script of web/package.json named test or test:SOMETHING.
test_web() {
  has_web || return 0
  local script log status
  for script in $(node -p 'Object.keys(require("./web/package.json").scripts ?? {}).filter((s) => /^test(:|$)/.test(s)).join(" ")'); do
    log=build/test/web-${script//:/-}.log status=0
    run_suite "web, npm run $script" "$log" env NO_COLOR=1 CI=true npm --prefix web run --silent "$script" || status=$?
    # shellcheck disable=SC2046
    tally "web, $script" $(node tools/dev/closing_counts.mjs "$log" "$status")
  done
}

# The pictures of every feature program and sample in both players; build/compare/index.html shows them.
test_compare() {
  has_web || return 0
  local log=build/test/compare.log status=0
  run_suite "same picture in both players" "$log" node tests/compare/run.mjs || status=$?
  # shellcheck disable=SC2046
  tally "same picture" $(node tools/dev/closing_counts.mjs "$log" "$status")
}

# Verdicts of `validate` against a WebGPU device, over every program there is and over some mutants; and our layouts of WGSL structures
# against the bindings that a device takes.
test_agreement() {
  has_web || return 0
  local log=build/test/agreement.log status=0
  run_suite "compiler and device agree" "$log" node tests/agreement/run.mjs || status=$?
  # shellcheck disable=SC2046
  tally agreement $(node tools/dev/closing_counts.mjs "$log" "$status")
  log=build/test/mutants.log status=0
  run_suite "and about mutants" "$log" node tests/agreement/run.mjs --mutants 600 || status=$?
  # shellcheck disable=SC2046
  tally "agreement, mutants" $(node tools/dev/closing_counts.mjs "$log" "$status")
  log=build/test/layouts.log status=0
  run_suite "and about layouts of WGSL structures" "$log" node tests/agreement/layouts.mjs || status=$?
  # shellcheck disable=SC2046
  tally "agreement, layouts" $(node tools/dev/closing_counts.mjs "$log" "$status")
}

# fuzz_one PROGRAM SECONDS: fuzzes into build/fuzz/NAME, seeded from the committed corpus; prints "ok NAME" or "failed NAME".
fuzz_one() {
  local name=${1##*/fuzz_} status=0 dictionary=()
  local work=build/fuzz/$name
  mkdir -p "$work/corpus"
  [[ ! -f tests/fuzz/$name.dict ]] || dictionary=("-dict=tests/fuzz/$name.dict")
  "$1" -max_total_time="$2" -timeout=20 -rss_limit_mb=3072 -print_final_stats=1 "${dictionary[@]}" \
    -artifact_prefix="$work/" "$work/corpus" "tests/fuzz/corpus/$name" >"$work/log" 2>&1 </dev/null || status=$?
  if [[ $status -eq 0 ]]; then
    printf 'ok %s %s\n' "$name" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")"
  else
    tail -n 60 "$work/log" >&2
    printf 'failed %s\n' "$name"
  fi
}

# fuzz_all GLOB SECONDS: all targets that match, as many at a time as there are cores.
fuzz_all() {
  export -f fuzz_one
  find build/asan/bin -name 'fuzz_*' -type f -executable 2>/dev/null | sort | while read -r program; do
    # shellcheck disable=SC2053
    [[ ${program##*/fuzz_} == $1 || ${program##*/} == $1 ]] && printf '%s\n' "$program"
  done | xargs -r -P "$JOBS" -I{} bash -c 'fuzz_one "$1" "$2"' fuzz {} "$2"
}

test_fuzz() {
  step "fuzzing, 10 seconds each"
  local result
  result=$(fuzz_all "$1" 10)
  tally fuzzing "$(grep -c '^ok' <<<"$result")" "$(grep -c '^failed' <<<"$result")"
}

# The committed generated files are what the generators write.
test_generated() {
  step "generated files"
  local before after
  before=$(tree_state)
  run_generators
  after=$(tree_state)
  if [[ $before == "$after" ]]; then
    tally "generated files" 1 0
  else
    say "generated files were out of date: ./dev gen has rewritten them; commit them"
    git status --short >&2
    tally "generated files" 0 1
  fi
}
tree_state() { { git diff HEAD && git ls-files --others --exclude-standard -z | xargs -0 -r sha256sum; } | sha256sum; }

## test [GLOB]    install what tests need, build release and asan, run all tests (or those whose names match)
verb_test() {
  local glob=${1:-*}
  mkdir -p build/test
  set_up build test
  configure_and_build release
  configure_and_build asan
  build_web
  sanitizer_environment
  [[ $glob != '*' ]] || test_generated
  test_units release "$glob"
  test_units asan "$glob"
  test_goldens "$glob"
  test_program "$glob"
  # shellcheck disable=SC2053
  [[ agreement != $glob ]] || test_agreement
  # shellcheck disable=SC2053
  [[ web != $glob ]] || test_web
  # shellcheck disable=SC2053
  [[ compare != $glob ]] || test_compare
  [[ -n ${PNGINE_QUICK:-} ]] || test_fuzz "$glob"
  printf '%d passed, %d failed\n' "$PASSED" "$FAILED"
  [[ $FAILED -eq 0 && $PASSED -gt 0 ]]
}

## bless [GLOB]   rewrite the expected output of goldens that differ
verb_bless() {
  verb_build
  node tests/golden/run.mjs --bless "${1:-*}"
}

## fuzz [GLOB] [SECONDS]   fuzz under ASan and UBSan (all, 60 seconds each); finds go to build/fuzz
## fuzz mutants [N] [SEED]  change N programs a little (20000) and compare what validate and a device say of each
verb_fuzz() {
  if [[ ${1:-} == mutants ]]; then
    verb_build
    node tests/agreement/run.mjs --mutants "${2:-20000}" "${3:-1}"
    return
  fi
  set_up build test
  configure_and_build asan
  sanitizer_environment
  local result glob=${1:-all}
  [[ $glob != all ]] || glob='*'
  result=$(fuzz_all "$glob" "${2:-60}")
  [[ -n $result ]] || { say "no fuzz target is called '$glob'"; return 1; }
  printf '%s\n' "$result"
  ! grep -q '^failed' <<<"$result"
}

sources() { git ls-files -z --cached --others --exclude-standard -- '*.cpp' '*.h'; }
# SJON that people read; goldens are written as their subject needs.
documents() { git ls-files -z --cached --others --exclude-standard -- 'samples/*.sjon' 'docs/*.sjon' 'tests/features/*.sjon'; }

## fmt            format the sources in place
verb_fmt() {
  set_up build lint
  configure_and_build release pngine
  sources | xargs -0 clang-format-19 -i
  documents | xargs -0 "$(pngine_bin)" fmt
  if has_web_script fmt; then (cd web && npm run --silent fmt >&2 </dev/null); fi
}

## lint [GLOB]    formatting, names and common mistakes (clang-tidy over the C++ files that match, the web part's linter)
verb_lint() {
  set_up build lint
  configure_and_build release
  local glob=${1:-*} failed=0
  step "formatting"
  sources | xargs -0 clang-format-19 --dry-run -Werror || failed=1
  documents | xargs -0 "$(pngine_bin)" fmt --check || failed=1
  step "clang-tidy"
  git ls-files --cached --others --exclude-standard -- 'src/*.cpp' | grep -v '^src/executor/' | while read -r file; do
    # shellcheck disable=SC2053
    [[ $file == $glob ]] && printf '%s\n' "$file"
  done | xargs -r -P "$JOBS" -n 1 clang-tidy-19 -p build/release --quiet 2>/dev/null || failed=1
  if has_web_script lint; then (cd web && npm run --silent lint </dev/null) || failed=1; fi
  return "$failed"
}

## compare [GLOB] run every feature program and sample in both players: pictures (build/compare/index.html) and the numbers that samples hand back
verb_compare() {
  verb_build
  local failed=0
  node tests/compare/run.mjs "$@" || failed=1
  [[ $# -gt 0 ]] || node tools/dev/compare.mjs || failed=1
  return "$failed"
}
