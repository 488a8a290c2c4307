# Building, running, and the generated files.

# configure_and_build PRESET [NINJA TARGETS]
configure_and_build() {
  local preset=$1
  shift
  if [[ ! -f build/$preset/build.ninja ]]; then
    step "configuring $preset"
    cmake --preset "$preset" >"build-$preset.log.tmp" 2>&1 </dev/null || {
      cat "build-$preset.log.tmp" >&2
      rm -f "build-$preset.log.tmp"
      die "configuring $preset failed"
    }
    rm -f "build-$preset.log.tmp"
  fi
  step "building $preset"
  if [[ -t 2 ]]; then ninja -C "build/$preset" "$@" >&2; else ninja -C "build/$preset" --quiet "$@" >&2; fi
}

# Hash over all that the web build reads: its own sources, samples and the generated tables.
web_inputs() { find web samples -name node_modules -prune -o -name dist -prune -o -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-64; }

build_web() {
  has_web_script build || return 0
  local hash
  hash="$(web_inputs) $(digest build/release/bin/pngine)"
  if [[ -d web/dist ]] && fresh web-build "$hash"; then return 0; fi
  step "building the web part"
  (cd web && npm run --silent build >&2 </dev/null)
  mark web-build "$hash"
}

## build          build the release binaries (build/release/bin) and the web part (web/dist)
verb_build() {
  set_up build
  configure_and_build release "$@"
  build_web
}

## demo           build, compile the Collatz sample to a PNG, and run that PNG natively
verb_demo() {
  verb_build
  local source=samples/collatz/collatz.sjon png=build/demo/collatz.png
  mkdir -p build/demo
  step "compiling $source to $png"
  "$(pngine_bin)" "$source" -o "$png"
  say "$png: $(stat -c %s "$png") bytes; running it"
  "$(pngine_bin)" run "$png" --json "$@" | node tools/dev/demo_report.mjs samples/collatz/meta.json
}

## samples [NAME...] draw the samples' posters into build/samples, with a contact sheet, light and dark, and list the sizes
verb_samples() {
  verb_build
  install_packages test
  (cd web && npm run --silent sheet -- "$ROOT/build/samples" "$@" </dev/null)
}

## serve [PORT]   build the page and serve it on this machine (port 8080)
verb_serve() {
  verb_build
  has_web_script serve || die "web/package.json has no script named serve"
  (cd web && exec npm run --silent serve -- "$@")
}

## gen            regenerate the committed files that come from the tables
verb_gen() {
  set_up build
  configure_and_build release
  run_generators
}

# Each generator writes its files in place and only when they differ: the C++ one by the target `gen`, the web part's by
# its own script.
run_generators() {
  if ninja -C build/release -t targets all 2>/dev/null | grep -q '^gen: '; then
    step "generating"
    ninja -C build/release --quiet gen >&2
  fi
  if has_web_script gen; then (cd web && npm run --silent gen >&2 </dev/null); fi
  build_web
  node tools/dev/readme_sizes.mjs
}

## bench          print the table of sizes and times (markdown) beside their targets
verb_bench() {
  verb_build
  node bench/run.mjs "$@"
}
