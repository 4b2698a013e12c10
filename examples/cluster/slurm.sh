#!/bin/bash
# Counts on all nodes of a Slurm job: sbatch slurm.sh PATTERNS GRAPHS OUT
# All three are on storage that every node sees. A job that ran out of time continues if it is submitted again.
#SBATCH --job-name=isocount
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --mem=32G
#SBATCH --time=04:00:00
set -euo pipefail
patterns=$1 graphs=$2 out=$3

# A token of this job alone; srun hands the environment to every node.
export RAY_AUTH_MODE=token RAY_AUTH_TOKEN RAY_USAGE_STATS_ENABLED=0
RAY_AUTH_TOKEN=$(python -c 'import secrets; print(secrets.token_hex(32))')

mapfile -t nodes < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
head=${nodes[0]}
head_ip=$(srun --nodes=1 --ntasks=1 -w "$head" hostname --ip-address | awk '{print $1}')
port=$((20000 + SLURM_JOB_ID % 20000))
start=(ray start --block --object-store-memory=200000000 --num-cpus="$SLURM_CPUS_PER_TASK")

srun --nodes=1 --ntasks=1 -w "$head" "${start[@]}" --head --node-ip-address="$head_ip" --port="$port" --include-dashboard=false &
until ray health-check --address "$head_ip:$port" 2>/dev/null; do sleep 2; done
if (( SLURM_JOB_NUM_NODES > 1 )); then
    srun --nodes=$((SLURM_JOB_NUM_NODES - 1)) --ntasks=$((SLURM_JOB_NUM_NODES - 1)) --exclude="$head" \
        "${start[@]}" --address="$head_ip:$port" &
fi

isocount-cluster count --patterns "$patterns" --graphs "$graphs" --out "$out" --address "$head_ip:$port"
