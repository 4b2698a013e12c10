#!/usr/bin/env bash
# From a fresh clone and a fresh virtual environment to a first answer: two commands, timed.
#     benchmarks/python/fresh.sh [PYTHON]
set -euo pipefail
root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
git clone --quiet "$root" "$place/clone"
"${1:-python3}" -m venv "$place/environment"
cd "$place/clone"
time "$place/environment/bin/pip" install --quiet ./python
time "$place/environment/bin/python" -c "import isocount; print(isocount.count('triangle', 'examples/karate.csv', unit='subgraphs', ignore='directions'))"
