/** `evaluate --shard`. Its work loads when it is asked for. */
import { textOption, usageError } from '../../../cli/base/options.ts'
import type { PartTask, RunPart } from '../../../cli/evaluate/run-part.ts'
import { maxShards, type Shard } from '../../../engine/protocol/shards.ts'
import { shardExit, shardExitCode } from './exit-codes.ts'

/** `3/16`, from 1. @throws VoxelwiseError usage */
function shardIn({ shard }: PartTask['args']): Shard {
  const name = String(shard)
  const [, number, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(name) ?? []
  const named = { number: Number(number), of: Number(of) }
  if (number !== undefined && named.number <= named.of && named.of <= maxShards) return named
  throw usageError(
    `--shard takes K/N, such as 3/16: K from 1 to N, and N at most ${maxShards}.`,
    `--shard ${name}`,
  )
}

export const shardPart = {
  options: [
    textOption(
      'shard',
      'K/N',
      'Run only part K of N, from 1, and write it as a file for merge (docs/cluster.md).',
      {
        notWith: ['until-width', 'until-minutes', 'probes'],
      },
    ),
  ],
  note: `Exit codes with --shard: ${shardExit.done} done, ${shardExit.tryAgain} try again, ${shardExit.never} never (wrong command line, input or identity), ${shardExit.interrupted} interrupted, can be continued.`,
  interrupted: shardExit.interrupted,
  isAskedBy: argv => argv.some(argument => argument === '--shard' || argument.startsWith('--shard=')),
  exitCodeFor: shardExitCode,
  check: shardIn,
  inPage: async task =>
    (await import('./run-in-page.ts')).runShardInPage({ ...task, shard: shardIn(task.args) }),
  native: async task =>
    (await import('./run-native.ts')).runShardNatively({ ...task, shard: shardIn(task.args) }),
} satisfies RunPart
