#!/bin/sh
# Times learned answers beside PyTorch and writes results/. Needs a Python with torch, numpy and safetensors:
#   PYTHON=.venv/bin/python benchmarks/infer/measure.sh
set -eu
cd "$(dirname "$0")/../.."
program=$(cargo bench -p isocount-infer --bench answer --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*answer-[^"]*\)".*/\1/p' | tail -n 1)
out=benchmarks/infer/results
mkdir -p "$out"
{
    grep -m 1 'model name' /proc/cpuinfo | sed 's/.*: //'
    echo "load before: $(cut -d ' ' -f 1-3 /proc/loadavg)"
    "${PYTHON:-python3}" benchmarks/infer/compare.py "$program"
    echo "load after: $(cut -d ' ' -f 1-3 /proc/loadavg)"
} | tee "$out/answers.txt"
