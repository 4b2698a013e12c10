#!/usr/bin/env bash
# Makes the sets, counts them exactly, and measures estimates: run.sh STAGE FOLDER [HPRD]
#   make       the sets, and their exact counts: about half an hour
#   walks      accuracy and coverage on labelled queries: two minutes
#   hard       the hard sets at 10 ms, 100 ms and 1 s, and coverage over many seeds: four minutes
#   beside     auto beside its two parts: half a minute
#   curve      q-errors against limits on the directed set, for the picture: two minutes
#   forecasts  what auto says after a second about counts that take longer: five minutes
# HPRD is a folder with HPRD.graph, queries/ and expected_counts.txt. All but `make` need an idle machine.
set -euo pipefail
stage=$1
folder=$2
eq=${ESTIMATE_QUERIES:-target/release/examples/estimate_queries}
mkdir -p "$folder"
test -x $eq || cargo build --release -p isocount-count --example estimate_queries
hard="er1 er2 ba1 ba2 directed"

# named RUN: keeps the records of a run under its name.
named() {
    sed "s/^{/{\"run\":\"$1\",/" >> "$folder/records.jsonl"
}

# run SET TRUTH MEANING METHOD PRECISION MILLISECONDS SEED NAME
run() {
    $eq run "$folder/$1.txt" "$2" "$3" "$4" "$5" "$6" "$7" | named "$8"
}

case $stage in
make)
    $eq make protein 1 1400 4 32 "$folder/walks.txt"
    for kind in er1 er2 ba1 ba2; do $eq make $kind 3 16 4 7 "$folder/$kind.txt"; done
    $eq make directed 3 24 8 14 "$folder/directed.txt"
    $eq make ba4 3 16 4 7 "$folder/ba4.txt"
    $eq make hubs 3 16 4 6 "$folder/hubs.txt"
    for kind in $hard; do $eq truth "$folder/$kind.txt" mono 15 > "$folder/$kind.mono"; done
    for meaning in mono hom induced; do $eq truth "$folder/walks.txt" $meaning 2 > "$folder/walks.$meaning"; done
    $eq truth "$folder/ba4.txt" mono 60 > "$folder/ba4.mono"
    $eq truth "$folder/hubs.txt" mono 20 > "$folder/hubs.mono"
    if [ $# -gt 2 ]; then $eq convert "$3/HPRD.graph" "$3/queries" "$folder/hprd.txt"; fi
    ;;
walks)
    for meaning in mono hom induced; do
        run walks "$folder/walks.$meaning" $meaning sample 0.1 100 1 walks-$meaning-sample-0.1-100ms
    done
    run walks "$folder/walks.mono" mono sample 0.05 100 2 walks-mono-sample-0.05-100ms
    run walks "$folder/walks.mono" mono auto 0.05 100 1 walks-mono-auto-0.05-100ms
    if [ $# -gt 2 ]; then
        run hprd "$3/expected_counts.txt" mono sample 0.1 100 1 hprd-mono-sample-0.1-100ms
        run hprd "$3/expected_counts.txt" mono auto 0.05 100 1 hprd-mono-auto-0.05-100ms
    fi
    ;;
hard)
    for limit in 10 100 1000; do
        for kind in $hard; do run $kind "$folder/$kind.mono" mono sample 0 $limit 1 $kind-mono-sample-${limit}ms; done
    done
    run ba4 "$folder/ba4.mono" mono sample 0 1000 1 ba4-mono-sample-1000ms
    for limit in 10 100 1000; do run hubs "$folder/hubs.mono" mono sample 0 $limit 1 hubs-mono-sample-${limit}ms; done
    for seed in 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
        run directed "$folder/directed.mono" mono sample 0.1 100 $seed directed-mono-sample-0.1-18-seeds
        run er1 "$folder/er1.mono" mono sample 0.05 100 $seed one-label-mono-sample-0.05-18-seeds
        run ba1 "$folder/ba1.mono" mono sample 0.05 100 $seed one-label-mono-sample-0.05-18-seeds
    done
    ;;
beside)
    for kind in walks $hard; do
        for method in exact sample auto; do
            run $kind "$folder/$kind.mono" mono $method 0.05 100 1 beside-$kind-$method
        done
    done
    ;;
curve)
    for limit in 3 10 30 100 300 1000; do
        for method in exact sample auto; do
            run directed "$folder/directed.mono" mono $method 0 $limit 1 curve-directed-$method-${limit}ms
        done
    done
    ;;
forecasts)
    $eq make er1 5 12 8 10 "$folder/er1-large.txt"
    $eq make directed 5 12 14 18 "$folder/directed-large.txt"
    for kind in $hard er1-large directed-large; do
        $eq forecasts "$folder/$kind.txt" mono 12 | named forecasts-$kind
    done
    ;;
*)
    echo "unknown stage: $stage" >&2
    exit 2
    ;;
esac
