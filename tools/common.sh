# Sourced by the scripts of this folder: strict mode, the repository root as working folder, and the
# few functions they share.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly jobs="${SINEW_JOBS:-$(nproc)}"

log() { printf '==> %s\n' "$*" >&2; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 2; }

# Runs a command in a process group of its own, so that a signal to this script, from the terminal or
# from a job runner, stops the command and everything it started.
child=""
run() {
  set -m
  "$@" </dev/null &
  child=$!
  set +m
  local status=0
  wait "$child" || status=$?
  child=""
  return "$status"
}

stop() {
  trap '' INT TERM HUP
  if [[ -n $child ]]; then
    kill -TERM -- "-$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  exit "$1"
}
trap 'stop 129' HUP
trap 'stop 130' INT
trap 'stop 143' TERM

# build_preset PRESET [TARGET...]: configures it in build/PRESET and builds these targets, or everything.
build_preset() {
  local preset=$1
  shift
  log "configure $preset"
  run cmake --preset "$preset" || return
  log "build $preset ${*:-}"
  run cmake --build --preset "$preset" --parallel "$jobs" ${1:+--target "$@"}
}

# our_sources PATTERN...: our own files that match, tracked or new, whether git is there or not.
our_sources() {
  find libanim importers exporters pipelines tools samples tests -name node_modules -prune -o -type f -print 2>/dev/null |
    grep -E "$1" | LC_ALL=C sort || true
}
