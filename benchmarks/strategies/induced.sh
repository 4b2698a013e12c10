#!/usr/bin/env bash
# Measures induced counts on graphs of few labels, with and without pairs that are counted together.
set -euo pipefail
cd "$(dirname "$0")/../.."
results=benchmarks/strategies/results
cargo build --release -p isocount-count --example induced
program=${CARGO_TARGET_DIR:-target}/release/examples/induced
"$program" 3 all 6 > "$results/induced-k6.tsv"
"$program" 30 now 7 > "$results/induced-k7.tsv"
SET=HPRD "$program" 30 now 6 > "$results/induced-k6-hprd.tsv"
python3 benchmarks/strategies/induced_table.py "$results" > "$results/induced.md"
