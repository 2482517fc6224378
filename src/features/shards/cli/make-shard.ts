/** One shard of a run, in a page or in Node: its manifest, its lock, its file, and how it ended. */
import { join } from 'node:path'
import type { Io } from '../../../cli/base/command.ts'
import type { EvaluateOptions } from '../../../cli/evaluate/options.ts'
import { type DatasetOverview, datasetInfo } from '../../../data/formats/dataset-overview.ts'
import type { RunSettings } from '../../../engine/protocol/settings.ts'
import { groupsOfShard, type Shard } from '../../../engine/protocol/shards.ts'
import { type Common, groupsIn, manifestName } from '../data/manifest.ts'
import { countSittings, shardFileName } from '../data/shard-file.ts'
import { shardExit } from './exit-codes.ts'
import { frozenManifest, type ToFreeze } from './freeze.ts'
import { withLockFile } from './lock.ts'
import { ShardRecords } from './shard-records.ts'
import { ShardWriter } from './shard-writer.ts'

export interface ShardToMake {
  readonly options: Pick<EvaluateOptions, 'out'>
  readonly shard: Shard
  /** The command line, which the file records. */
  readonly argv: readonly string[]
  readonly io: Io
}

/** Asks samples without a record, and passes each record on; ends early if it is interrupted. */
type AskShard = (records: ShardRecords) => Promise<void>

/** @returns exit code: 75 where it was interrupted @throws VoxelwiseError why it failed */
export async function makeShard(
  { options, shard, argv, io: { stderr } }: ShardToMake,
  toFreeze: ToFreeze,
  ask: AskShard,
): Promise<number> {
  const path = join(options.out, shardFileName(shard))
  return withLockFile(`${path}.lock`, stderr, async () => {
    const manifest = await frozenManifest(join(options.out, manifestName), toFreeze)
    const indices = new Set(groupsOfShard(groupsIn(manifest), shard).flatMap(({ samples }) => samples))
    const writer = await ShardWriter.open(path, manifest, shard, indices.size)
    try {
      if (writer.earlier?.isFinished) {
        stderr(`Shard ${shard.number} of ${shard.of} is finished already`)
        return shardExit.done
      }
      const records = new ShardRecords(writer, manifest, indices, argv)
      const { done } = records
      if (done.size < indices.size) await ask(records)
      if (done.size < indices.size) {
        const words = `${done.size} of ${indices.size} records are in ${path}`
        stderr(`Interrupted: ${words}. The same command continues.`)
        return shardExit.interrupted
      }
      const counts = countSittings(records.all, records.sittings)
      await writer.finish(counts)
      const failed = counts.failed > 0 ? `, ${counts.failed} of them failed` : ''
      stderr(`Shard ${shard.number} of ${shard.of} is finished: ${counts.records} records${failed}`)
      return shardExit.done
    } finally {
      writer.close()
    }
  })
}

/** What all machines must share. */
export function commonFacts(
  overview: DatasetOverview,
  { name: model, family, fingerprint: weights }: Common['model'],
  { device: _, shard: __, keepFeatures: ___, ...settings }: RunSettings,
): Common {
  const { source: ____, ...dataset } = datasetInfo(overview)
  return {
    dataset,
    model: { name: model, family, fingerprint: weights },
    settings,
  }
}
