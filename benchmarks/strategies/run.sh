#!/usr/bin/env bash
# Measures search, the router and algebra on graphs of few labels: run.sh [SECONDS] [K...]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-3}
shift || true
sizes=("${@:-5}")
[ $# -gt 0 ] || sizes=(5 6 7 8 9 10)
mkdir -p benchmarks/strategies/results
cargo run --release -p isocount-count --example strategies -- "$seconds" "${sizes[@]}" \
    > benchmarks/strategies/results/questions.tsv
python3 benchmarks/strategies/table.py benchmarks/strategies/results/questions.tsv
