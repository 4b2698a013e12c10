#!/bin/sh
# Checks the OpenAPI document against the running service: requests made from the document, valid and not, and every
# answer compared with what the document says. Installs schemathesis into target/ first.
# Usage: benchmarks/serve/schemathesis.sh [PROGRAM] [EXAMPLES]
set -eu
cd "$(dirname "$0")/../.."
program=${1:-target/debug/isocount}
examples=${2:-100}
venv=$PWD/target/schemathesis
[ -x "$venv/bin/schemathesis" ] || { python3 -m venv "$venv"; "$venv/bin/pip" install -q 'schemathesis==4.32.5'; }
log=$(mktemp)
folder=$(mktemp -d)
mkdir "$folder/graphs" "$folder/models"
"$program" serve --listen 127.0.0.1:0 --graphs "$folder/graphs" --models "$folder/models" --max-time 1s --default-time 200ms --quiet --log json 2>"$log" &
service=$!
trap 'kill $service; rm -rf "$folder" "$log"' EXIT
# With --quiet nothing is logged, so the address is asked of the system.
address=
while [ -z "$address" ]; do
    sleep 0.2
    address=$(ss -Hltnp 2>/dev/null | awk -v pid="pid=$service," 'index($0, pid) { print $4 }')
done
# A text may be a string, as the document says, and no pattern: that is refused with 422, so this one check is left out.
cd "$folder"
"$venv/bin/schemathesis" run "http://$address/api/v1/openapi.json" --url "http://$address" \
    --phases examples,coverage,fuzzing,stateful --max-examples "$examples" --seed 22 --checks all --exclude-checks positive_data_acceptance \
    --request-timeout 20
