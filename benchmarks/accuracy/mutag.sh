#!/usr/bin/env bash
# Trains every model on MUTAG, both truths, five seeds, and judges it by the whole test part.
#
#     benchmarks/accuracy/mutag.sh DATA [FOLDER FOR THE RUNS]
#
# DATA holds mutag and mutag-edge-blind (scripts/mutag.py makes them). Writes results/mutag.csv: one row
# per truth, model and seed, and the exact and trivial rows of seed 0.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --quiet
isocount="$PWD/target/release/isocount"
data="$1"
runs="${2:-$(mktemp -d)}"
out="$PWD/benchmarks/accuracy/results/mutag.csv"
mkdir -p "$(dirname "$out")" "$runs"
: > "$out"
for truth in mutag mutag-edge-blind; do
    for seed in 0 1 2 3 4; do
        for model in count-gnn count-gnn-e count-gnn-m count-gnn-plus; do
            run="$runs/$truth-$model-$seed"
            "$isocount" train "$model" --data "$data/$truth" --split-seed "$seed" --seed "$seed" --out "$run" --quiet
            "$isocount" eval "$run" --data "$data/$truth" --split-seed "$seed" --table csv --quiet > "$runs/table.csv"
            [ -s "$out" ] || { printf 'data,model,seed,'; sed -n 1p "$runs/table.csv" | cut -d, -f2-; } > "$out"
            printf '%s,%s,%s,%s\n' "$truth" "$model" "$seed" "$(sed -n 2p "$runs/table.csv" | cut -d, -f2-)" >> "$out"
        done
    done
    "$isocount" eval exact --data "$data/$truth" --table csv --quiet | tail -n +2 |
        sed "s/^\([^,]*\),/$truth,\1,0,/" >> "$out"
done
python3 - "$out" <<'PY'
import csv, statistics, sys
rows = list(csv.DictReader(open(sys.argv[1])))
for data in dict.fromkeys(row["data"] for row in rows):
    for model in dict.fromkeys(row["model"] for row in rows if row["data"] == data):
        of = [row for row in rows if row["data"] == data and row["model"] == model]
        cells = []
        for key in ("mae", "q_error"):
            values = [float(row[key]) for row in of]
            spread = statistics.stdev(values) if len(values) > 1 else 0.0
            cells.append(f"{statistics.mean(values):.3f} ± {spread:.3f}")
        print(f"{data:18} {model:16} MAE {cells[0]:16} Q-error {cells[1]} ({len(of)} runs)")
PY
