#!/usr/bin/env bash
# Makes SMALL, LARGE, the stand-in for OGB-PPA and MUTAG, describes them, and keeps what was printed.
#
#     benchmarks/data/measure.sh [FOLDER FOR THE DATA]
#
# Writes results/times.txt (three runs of SMALL, one of the others) and results/stats.jsonl (one line per data set, as
# `isocount data stats --json` prints it).
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --quiet
isocount="${CARGO_TARGET_DIR:-$PWD/target}/release/isocount"
results="$PWD/benchmarks/data/results"
data="${1:-$(mktemp -d)}"
mkdir -p "$results" "$data"

# Wall seconds, CPU seconds and peak memory of a command.
timed() {
    local name="$1"
    shift
    python3 - "$name" "$@" <<'PY' | tee -a "$results/times.txt"
import resource, subprocess, sys, time
name, command = sys.argv[1], sys.argv[2:]
start = time.perf_counter()
subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
wall = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{name}: {wall:.2f} s wall, {used.ru_utime + used.ru_stime:.2f} s CPU, {used.ru_maxrss / 1024:.0f} MB")
PY
}

{
    echo "$(git rev-parse --short HEAD), $(nproc) cores, $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs)"
} > "$results/times.txt"
for run in 1 2 3; do
    rm -rf "$data/small"
    timed "generate small, run $run" "$isocount" data generate small --out "$data/small"
done
rm -rf "$data/large" "$data/ppa-stand-in"
timed "generate large" "$isocount" data generate large --out "$data/large"
timed "generate ppa-stand-in" "$isocount" data generate ppa-stand-in --out "$data/ppa-stand-in"
timed "read and describe small" "$isocount" data stats "$data/small"
timed "read and describe large" "$isocount" data stats "$data/large"
timed "show one triple of small (reads it)" "$isocount" data show "$data/small"
python3 scripts/mutag.py --out "$data" --isocount "$isocount"
: > "$results/stats.jsonl"
for set in small large ppa-stand-in mutag mutag-edge-blind; do
    "$isocount" data stats "$data/$set" --json >> "$results/stats.jsonl"
    du -sb "$data/$set" | awk -v set="$set" '{ printf "%s: %.1f MB on disk\n", set, $1 / 1e6 }' | tee -a "$results/times.txt"
done
