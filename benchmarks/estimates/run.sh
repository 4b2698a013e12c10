#!/bin/sh
# Makes the sets, counts them exactly, and measures estimates: run.sh FOLDER [HPRD]
# HPRD is a folder with HPRD.graph, queries/ and expected_counts.txt. Takes about half an hour on an idle core.
set -eu
folder=$1
mkdir -p "$folder"
cargo build --release -p isocount-count --example estimate_queries
eq=target/release/examples/estimate_queries
$eq make protein 1 1400 4 32 "$folder/walks.txt"
for kind in er1 er2 ba1 ba2; do $eq make $kind 3 16 4 7 "$folder/$kind.txt"; done
$eq make directed 3 24 8 14 "$folder/directed.txt"
for meaning in mono hom induced; do $eq truth "$folder/walks.txt" $meaning 2 > "$folder/walks.$meaning"; done
for kind in er1 er2 ba1 ba2 directed; do $eq truth "$folder/$kind.txt" mono 15 > "$folder/$kind.mono"; done
for meaning in mono hom induced; do
    $eq run "$folder/walks.txt" "$folder/walks.$meaning" $meaning sample 0.1 100 1 > "$folder/walks-$meaning-sample-0.1-100ms.jsonl"
done
$eq run "$folder/walks.txt" "$folder/walks.mono" mono auto 0.05 100 1 > "$folder/walks-mono-auto-0.05-100ms.jsonl"
for kind in er1 er2 ba1 ba2 directed; do
    for limit in 10 100 1000; do
        $eq run "$folder/$kind.txt" "$folder/$kind.mono" mono sample 0 $limit 1 > "$folder/$kind-mono-sample-${limit}ms.jsonl"
    done
done
if [ $# -gt 1 ]; then
    $eq convert "$2/HPRD.graph" "$2/queries" "$folder/hprd.txt"
    $eq run "$folder/hprd.txt" "$2/expected_counts.txt" mono sample 0.1 100 1 > "$folder/hprd-mono-sample-0.1-100ms.jsonl"
fi
python3 benchmarks/estimates/summary.py "$folder"/*.jsonl
