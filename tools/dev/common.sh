# What every verb uses: progress lines, stamps that make a second run quick, and the help text.

# One line of progress for a person; results go to stdout, this never does.
say() { printf '%s\n' "dev: $*" >&2; }
step() { if [[ -t 2 ]]; then printf '\033[1m==> %s\033[0m\n' "$*" >&2; else printf '==> %s\n' "$*" >&2; fi; }
die() {
  say "$*"
  exit 1
}

# digest FILE...: one hash over the contents (and names) of files; missing ones count as absent.
digest() { { sha256sum -- "$@" 2>/dev/null || true; } | sha256sum | cut -c1-64; }

# fresh NAME HASH: whether the stamp NAME was left with this hash. mark NAME HASH leaves it.
fresh() { [[ -f $DEPS/stamps/$1 && $(<"$DEPS/stamps/$1") == "$2" ]]; }
mark() {
  mkdir -p "$DEPS/stamps"
  printf '%s\n' "$2" >"$DEPS/stamps/$1"
}

# The name a binary has after `./dev build`, or what $PNGINE_BIN says.
pngine_bin() { printf '%s\n' "${PNGINE_BIN:-$ROOT/build/release/bin/pngine}"; }

# A web/ package that is set up to be built and tested.
has_web() { [[ -f web/package.json && -f web/package-lock.json ]]; }
has_web_script() { has_web && node -e 'process.exit(require("./web/package.json").scripts?.[process.argv[1]] ? 0 : 1)' "$1"; }

## help           list the verbs
verb_help() {
  printf 'usage: ./dev VERB [ARGUMENTS]\n\n'
  sed -n 's/^## /  /p' tools/dev/*.sh
  printf '\nPNGINE_QUICK=1 leaves out the timed fuzzing of ./dev test; PNGINE_BIN names another pngine for goldens and bench.\n'
}
