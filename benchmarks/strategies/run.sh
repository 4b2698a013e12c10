#!/usr/bin/env bash
# Measures search, the router and algebra on graphs of few labels: run.sh [SECONDS] [K...]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-3}
shift || true
sizes=("$@")
[ $# -gt 0 ] || sizes=(5 6 7 8 9 10)
results=benchmarks/strategies/results
mkdir -p "$results"
cargo build --release -p isocount-count --example strategies
for k in "${sizes[@]}"; do
    "${CARGO_TARGET_DIR:-target}/release/examples/strategies" "$seconds" all "$k" > "$results/k$k.tsv"
done
python3 benchmarks/strategies/table.py "$results" > "$results/table.md"
