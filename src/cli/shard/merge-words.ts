/** The result of a merge in words. */
import type { ShardFile } from '../../data/shards/shard-file.ts'
import { counted } from '../../engine/base/counted.ts'
import type { Merged } from '../../engine/protocol/merged.ts'
import type { Shard } from '../../engine/protocol/shards.ts'

/** About the run as a whole. */
export function mergeLines(merged: Merged): readonly string[] {
  const { samples, of, records, sittings, shards, strata, canaries, conflicts } = merged
  const unfinished = shards.filter(({ isFinished }) => !isFinished).length
  return [
    `Merged ${counted(shards.length, 'shard')}${unfinished > 0 ? ` (${unfinished} unfinished)` : ''}: ` +
      `${samples} of ${of} samples, from ${counted(records, 'record')} of ${counted(sittings, 'session')}`,
    ...(strata.length > 1
      ? [
          ...strata.map(
            ({ machine, answered, failed, correct }) =>
              `  ${machine.device}, ${machine.adapter === 'null' ? 'no adapter' : machine.adapter}: ` +
              `${answered} answered, ${correct} correct, ${failed} failed`,
          ),
          `  ${counted(canaries.compared, 'sample')} answered by several kinds of machine; ${canaries.differ} with different answers`,
        ]
      : []),
    ...(conflicts.length > 0
      ? [`${counted(conflicts.length, 'sample')} got different answers; merge.json lists which one counts`]
      : []),
  ]
}

/** The shards with missing samples, and the commands that make or continue them. */
export function missingLines(
  missing: number,
  shards: readonly Shard[],
  files: readonly ShardFile[],
  evaluate: string,
): readonly string[] {
  const command = files.flatMap(({ sittings }) => sittings)[0]?.command ?? []
  return [
    `Missing: ${counted(missing, 'sample')}, in ${counted(shards.length, 'shard')}`,
    ...shards.map(({ number, of }) => {
      const there = files.filter(({ header: { shard } }) => shard.number === number && shard.of === of)
      const [file] = there
      const state = file ? `unfinished: ${file.records.length} of ${file.header.samples}` : 'missing'
      return `  shard ${number}/${of} (${state})`
    }),
    'Make or continue them with',
    ...shards.map(
      ({ number, of }) => `  ${evaluate} ${withShard(command, `${number}/${of}`).map(quoted).join(' ')}`,
    ),
  ]
}

/** The command line with another shard. */
export function withShard(command: readonly string[], shard: string): readonly string[] {
  const at = command.indexOf('--shard')
  if (at !== -1) return [...command.slice(0, at + 1), shard, ...command.slice(at + 2)]
  return command.map(word => (word.startsWith('--shard=') ? `--shard=${shard}` : word))
}

/** For a POSIX shell. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
