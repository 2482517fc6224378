#!/bin/bash
# Makes the shards of a run with GNU parallel and merges them. PARALLEL='--sshloginfile nodes --workdir .' uses several machines.
#
#   cluster/parallel.sh SHARDS OUT -- --dataset DIR --model DIR [options of evaluate]
#
# A second call with the same arguments continues what failed or is unfinished. JOBS is the number of jobs per machine (1).
set -uo pipefail

shards=$1 out=$2
shift 3 # includes the two dashes

mkdir -p "$out"
# An interrupt gives each shard 20 s to write what it has.
parallel --jobs "${JOBS:-1}" --joblog "$out/joblog.tsv" --resume-failed --tag --line-buffer --termseq TERM,20000,KILL,100 \
  node --import tsx src/cli/commands/evaluate.ts --shard "{}/$shards" --out "$out" "$@" ::: $(seq "$shards")
exec node --import tsx src/features/shards/cli/merge.ts --out "$out/merged" "$out"
