#!/usr/bin/env bash
# Asks `auto` and its two parts: run.sh [PATTERNS] [EDGES...]
set -euo pipefail
cd "$(dirname "$0")/../.."
patterns=${1:-8}
shift || true
edges=("$@")
if [ ${#edges[@]} -eq 0 ]; then edges=(100000 1000000); fi
results=benchmarks/auto/results
mkdir -p "$results"
cargo build --release -p isocount-count --example auto_contract
ask="${CARGO_TARGET_DIR:-target}/release/examples/auto_contract"
"$ask" walks 0.5 - "$patterns" > "$results/walks-limit.tsv"
"$ask" walks 5 0.05 "$patterns" > "$results/walks-precision.tsv"
"$ask" few 1 - 2 > "$results/few-limit.tsv"
"$ask" few 5 0.05 1 > "$results/few-precision.tsv"
for n in "${edges[@]}"; do
    "$ask" "large/$n" 1 - > "$results/large-$n-limit.tsv"
    "$ask" "large/$n" 10 - > "$results/large-$n-limit10.tsv"
done
"$ask" walks 0.5 - 2 8 > "$results/walks-limit-load.tsv"
"$ask" few 1 - 1 8 > "$results/few-limit-load.tsv"
"$ask" large/100000 1 - 1 8 > "$results/large-100000-limit-load.tsv"
python3 benchmarks/auto/summary.py "$results" > "$results/summary.md"
