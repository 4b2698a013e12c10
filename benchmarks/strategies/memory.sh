#!/usr/bin/env bash
# Memory beside the graph of 10,000 nodes, each question in a process of its own: memory.sh [SECONDS] [WHO] [K...]; WHO is router, or algebra to force it
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-10}
who=${2:-router}
shift 2 || true
sizes=("$@")
[ $# -gt 0 ] || sizes=(8 10)
program=${CARGO_TARGET_DIR:-target}/release/examples/memory
[ -x "$program" ] || cargo build --release -p isocount-count --example memory
echo -e "graph\tdegree\tlabels\tk\tpattern\tstrategy\tends\tseconds\texpected_mb\tpeak_mb"
for graph in random preferential; do
    for degree in 8 32; do
        for labels in 1 2; do
            for k in "${sizes[@]}"; do
                for pattern in 0 1 2 3 4; do
                    "$program" "$seconds" "$graph" "$degree" "$labels" "$k" "$pattern" "$who"
                done
            done
        done
    done
done
