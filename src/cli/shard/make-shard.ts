/** One shard of a run, whatever asks the model: its manifest, its lock, its file, and how it ended. */
import { join } from 'node:path'
import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import { mappingJson } from '../../data/formats/mapping/write.ts'
import { type Common, groupsIn, type Manifest } from '../../data/shards/manifest.ts'
import { countsOf, shardFileName } from '../../data/shards/shard-file.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import { groupsOfShard, type Shard } from '../../engine/protocol/shards.ts'
import type { EvaluateOptions } from '../evaluate/options.ts'
import { shardExit } from './exit-codes.ts'
import { frozenManifest, type ToFreeze } from './freeze.ts'
import { withLock } from './lock.ts'
import { ShardRecords } from './shard-records.ts'
import { ShardWriter } from './shard-writer.ts'

export interface ShardToMake {
  readonly options: Pick<EvaluateOptions, 'out'>
  readonly shard: Shard
  /** The command line, to be said in the file. */
  readonly argv: readonly string[]
}

/** Asks what has no record yet, and gives each record on; ends early where it is interrupted. */
export type AskShard = (records: ShardRecords, manifest: Manifest) => Promise<void>

/**
 * Sets the exit code to 75 where it was interrupted.
 * @throws VoxelwiseError whatever ends it otherwise
 */
export async function makeShard(
  { options, shard, argv }: ShardToMake,
  toFreeze: ToFreeze,
  ask: AskShard,
): Promise<void> {
  const path = join(options.out, shardFileName(shard))
  await withLock(`${path}.lock`, async () => {
    const manifest = await frozenManifest(join(options.out, 'manifest.json'), toFreeze)
    const asked = new Set(groupsOfShard(groupsIn(manifest), shard).flatMap(({ samples }) => samples))
    const writer = await ShardWriter.open(path, manifest, shard, asked.size)
    try {
      if (writer.earlier?.isFinished)
        return console.error(`Shard ${shard.number} of ${shard.of} is finished already`)
      const records = new ShardRecords(writer, manifest, asked, argv)
      if (records.done < asked.size) await ask(records, manifest)
      if (records.done < asked.size) {
        console.error(`Interrupted; to be continued: ${records.done} of ${asked.size} are in ${path}`)
        process.exitCode = shardExit.interrupted
        return
      }
      const counts = countsOf(records.all, records.sittings)
      await writer.finish(counts)
      const failed = counts.failed > 0 ? `, ${counts.failed} of them failed` : ''
      console.error(`Shard ${shard.number} of ${shard.of} is finished: ${counts.records} records${failed}`)
    } finally {
      writer.close()
    }
  })
}

/** What all machines must have alike. */
export function commonOf(
  { name, fingerprint, counts, mapping }: DatasetOverview,
  { name: model, family, fingerprint: weights }: Common['model'],
  { device: _, shard: __, keepFeatures: ___, ...settings }: RunSettings,
): Common {
  const reading = mapping && {
    origin: mapping.origin,
    document: mappingJson(mapping.document),
    split: mapping.wantedSplit,
  }
  return {
    dataset: { name, fingerprint, counts, ...(reading && { mapping: reading }) },
    model: { name: model, family, fingerprint: weights },
    settings,
  }
}
