#!/usr/bin/env bash
# chain.sh MOTION CHARACTER FOLDER: the stages of a bake one by one, with a look at each.
set -euo pipefail
motion=$1 character=$2 out=$3
mkdir -p "$out"

sinew retarget "$motion" -c "$character" -o "$out/reference.glb" --crop 0:1 --force
sinew track "$motion" -c "$character" -o "$out/tracked.glb" --crop 0:1 --quality draft --force
sinew refine "$out/tracked.glb" -o "$out/refined.glb" --force
sinew verify "$out/refined.glb"
sinew report "$out/refined.glb" --against "$out/tracked.glb" -o "$out/compared.html" --force
