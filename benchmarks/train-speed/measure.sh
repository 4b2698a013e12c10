#!/bin/sh
# Times training steps of every row beside PyTorch and writes results/. Needs a Python with torch, numpy and safetensors:
#   PYTHON=.venv/bin/python benchmarks/train-speed/measure.sh
# Arguments select rows, widths and sets (compare.py); then nothing is written.
set -eu
cd "$(dirname "$0")/../.."
program=$(cargo bench -p isocount-nn --bench step --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*step-[^"]*\)".*/\1/p' | tail -n 1)
if [ $# -gt 0 ]; then
    exec "${PYTHON:-python3}" benchmarks/train-speed/compare.py "$program" "$@"
fi
out=benchmarks/train-speed/results
mkdir -p "$out"
{
    grep -m 1 'model name' /proc/cpuinfo | sed 's/.*: //'
    echo "load before: $(cut -d ' ' -f 1-3 /proc/loadavg)"
    "${PYTHON:-python3}" benchmarks/train-speed/compare.py "$program" --json "$out/steps.json"
    echo "load after: $(cut -d ' ' -f 1-3 /proc/loadavg)"
} | tee "$out/steps.txt"
