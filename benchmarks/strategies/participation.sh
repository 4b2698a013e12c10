#!/usr/bin/env bash
# Measures counts per node, orbit and edge next to plain counts: participation.sh [SECONDS] [K...]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-12}
shift || true
sizes=("$@")
[ $# -gt 0 ] || sizes=(5 6 7)
results=benchmarks/strategies/results
cargo build --release -p isocount-count --example participation_strategies
"${CARGO_TARGET_DIR:-target}/release/examples/participation_strategies" "$seconds" router "${sizes[@]}" \
    > "$results/participation.tsv"
python3 benchmarks/strategies/participation_table.py "$results/participation.tsv" > "$results/participation.md"
