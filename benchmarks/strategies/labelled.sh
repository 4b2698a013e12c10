#!/usr/bin/env bash
# Measures large labelled patterns in three networks, planned search alone and the router:
# labelled.sh [SECONDS] [SKEW] [NUMBER]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-2}
skew=${2:-1.7}
number=${3:-200}
results=benchmarks/strategies/results
mkdir -p "$results"
cargo build --release -p isocount-count --example labelled
for seed in 0 1 2; do
  "${CARGO_TARGET_DIR:-target}/release/examples/labelled" "$seconds" "$skew" "$number" "$seed" 16 24 32
done | awk 'NR == 1 || $1 != "seed"' > "$results/labelled.tsv"
python3 benchmarks/strategies/labelled_table.py "$results" > "$results/labelled.md"
