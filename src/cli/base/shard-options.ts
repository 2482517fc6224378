import { maxShards, type Shard } from '../../engine/protocol/shards.ts'
import { usageError } from './arguments.ts'

/** Whether a command line asks for a shard, before it is known to be right: its exit codes are those of shards then. */
export const asksForShard = (argv: readonly string[]): boolean =>
  argv.some(argument => argument === '--shard' || argument.startsWith('--shard='))

/** `3/16`, from 1. @throws VoxelwiseError usage */
export function parseShardOption(text: string, usage: string): Shard {
  const [, number, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? []
  const shard = { number: Number(number), of: Number(of) }
  if (number !== undefined && shard.number <= shard.of && shard.of <= maxShards) return shard
  throw usageError(
    `This option takes K/N, such as 3/16: K from 1 to N, and N at most ${maxShards}.`,
    `--shard ${text}`,
    usage,
  )
}
