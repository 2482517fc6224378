#!/bin/bash
# Submits a run as a Slurm array of shards, and the job that merges them.
#
#   cluster/slurm/submit.sh SHARDS OUT [sbatch options] -- --dataset DIR --model DIR [options of evaluate]
#
# Call it in the repository's folder. All nodes must see that folder, OUT, the data set and the model. Shards and their manifest
# are written to OUT, the merged run to OUT/merged. A second call with the same arguments continues what is unfinished.
set -euo pipefail

shards=$1 out=$2
shift 2
slurm=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  slurm+=("$1")
  shift
done
shift # the two dashes

mkdir -p "$out/logs"
here=$(dirname "$0")
array=$(sbatch --parsable --array="1-$shards" --output="$out/logs/shard-%a.log" "${slurm[@]}" \
  "$here/shards.sbatch" "$shards" --out "$out" "$@")
# Merge after any end, because the merge reports failed shards.
merge=$(sbatch --parsable --dependency="afterany:$array" --output="$out/logs/merge.log" "${slurm[@]}" \
  "$here/merge.sbatch" "$out")
echo "shards: job $array, merge: job $merge"
