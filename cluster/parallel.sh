#!/bin/bash
# Makes a run in shards by GNU parallel, on this machine or, with PARALLEL='--sshloginfile nodes --workdir .', on several, and
# merges them.
#
#   cluster/parallel.sh SHARDS OUT -- --dataset DIR --model DIR [options of evaluate]
#
# Called again with the same arguments it goes on with what failed or was unfinished. JOBS is how many run at once (1 a machine).
set -uo pipefail

shards=$1 out=$2
shift 3 # the two dashes, too

mkdir -p "$out"
# An interrupt gives each shard 20 s to end with what it has.
parallel --jobs "${JOBS:-1}" --joblog "$out/joblog.tsv" --resume-failed --tag --line-buffer --termseq TERM,20000,KILL,100 \
  node --import tsx src/cli/commands/evaluate.ts --shard "{}/$shards" --out "$out" "$@" ::: $(seq "$shards")
exec node --import tsx src/cli/commands/merge.ts --out "$out/merged" "$out"
