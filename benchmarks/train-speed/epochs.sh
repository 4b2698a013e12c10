#!/bin/sh
# Epochs of `isocount train` on one and on two threads, in turn, on generated triples of SMALL; writes results/epochs.txt:
#   ISOCOUNT=target/release/isocount benchmarks/train-speed/epochs.sh
# The quickest of the runs counts: the machine may have other work.
set -eu
cd "$(dirname "$0")/../.."
isocount=${ISOCOUNT:-target/release/isocount}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$isocount" data generate small --limit 20000 --out "$work/data" --quiet
{
    echo "isocount train MODEL --data DATA --out RUN --threads N --set training.epochs=${EPOCHS:-3}; seconds per epoch, quickest of ${RUNS:-5}"
    echo "load before: $(cut -d ' ' -f 1-3 /proc/loadavg)"
    for model in ${MODELS:-count-gnn gcn gat gin rgcn-sum rgin-sum rgin-dn dmpnn-lrp}; do
        for run in $(seq "${RUNS:-5}"); do
            for threads in 1 2; do
                "$isocount" train "$model" --data "$work/data" --out "$work/run" --threads $threads \
                    --set "training.epochs=${EPOCHS:-3}" 2>&1 |
                    sed -n 's/.* \([0-9.]*\) \(ms\|s\) each;.*/\1 \2/p' |
                    awk '{ print $2 == "ms" ? $1 / 1000 : $1 }' >>"$work/$model-$threads"
                rm -r "$work/run"
            done
        done
        one=$(sort -g "$work/$model-1" | head -n 1)
        two=$(sort -g "$work/$model-2" | head -n 1)
        echo "$model $one $two" | awk '{ printf "%-10s one thread %.3f s, two threads %.3f s: %.2f times one\n", $1, $2, $3, $2 / $3 }'
    done
    echo "load after: $(cut -d ' ' -f 1-3 /proc/loadavg)"
} | tee benchmarks/train-speed/results/epochs.txt
