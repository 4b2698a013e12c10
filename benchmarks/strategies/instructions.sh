#!/usr/bin/env bash
# Instructions of small questions, counted by valgrind: instructions.sh PROGRAM..., each an example `instructions` of some build
set -euo pipefail
for program in "$@"; do
    for set in small mutag hprd; do
        counts=()
        for rounds in 1 2; do
            line=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$set" "$rounds" 2>&1 >/dev/null | grep Collected)
            counts+=("${line##* }")
        done
        asked=$("$program" "$set" 1)
        echo -e "$program\t$asked\t$((counts[1] - counts[0]))"
    done
done
