/** Works on one shard of a run in a page, and writes each record to the shard's file as it comes to be. */
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { AppState, LiveRun } from '../../app/state.ts'
import type { TableReading } from '../../data/formats/format.ts'
import { mappingJson } from '../../data/formats/mapping/write.ts'
import { loadDataset } from '../../data/formats/registry.ts'
import { groupsIn, type Manifest } from '../../data/shards/manifest.ts'
import { countsOf, shardFileName } from '../../data/shards/shard-file.ts'
import { modelFingerprint, openModelFolder } from '../../data/sources/model-files.ts'
import { nodeSource } from '../../data/sources/node.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import type { FolderSource } from '../../data/sources/source.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { familyOf } from '../../engine/families/registry.ts'
import { deviceHere, type RunSettings } from '../../engine/protocol/run.ts'
import { groupsOfShard, type Shard } from '../../engine/protocol/shards.ts'
import { type EvaluateOptions, modelFolder } from '../evaluate/options.ts'
import { pageDied } from '../evaluate/page.ts'
import { accuracy, hasEnded, progressLine } from '../evaluate/progress.ts'
import type { Interrupt } from '../interrupt.ts'
import { builtPage } from '../serve.ts'
import { shardExit } from './exit-codes.ts'
import { frozenManifest } from './freeze.ts'
import { withLock } from './lock.ts'
import { ShardRecords } from './shard-records.ts'
import { ShardWriter } from './shard-writer.ts'

export interface ShardTask {
  /** Data set, model and settings are chosen in it. */
  readonly page: Page
  readonly options: EvaluateOptions
  readonly shard: Shard
  readonly reading: TableReading
  /** The command line, to be said in the file. */
  readonly argv: readonly string[]
  readonly interrupt: Interrupt
}

/** Milliseconds between two looks for new records. */
const lookEvery = 250

/** Sets the exit code to 75 where it was interrupted. @throws VoxelwiseError whatever ends it otherwise */
export async function runShard(task: ShardTask): Promise<void> {
  const { options, shard } = task
  const path = join(options.out, shardFileName(shard))
  const manifest = await manifestFor(task)
  const asked = new Set(groupsOfShard(groupsIn(manifest), shard).flatMap(({ samples }) => samples))
  await withLock(`${path}.lock`, async () => {
    const writer = await ShardWriter.open(path, manifest, shard, asked.size)
    try {
      const { earlier } = writer
      if (earlier?.isFinished)
        return console.error(`Shard ${shard.number} of ${shard.of} is finished already`)
      const records = new ShardRecords(writer, manifest, asked, task.argv)
      if (records.done < asked.size) await ask(task, records, manifest)
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
      await writer.close()
    }
  })
}

async function manifestFor({ page, options, reading }: ShardTask): Promise<Manifest> {
  const { dataset, model, settings } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (dataset.status !== 'ready' || model.status !== 'ready') throw new Error('Nothing is chosen.')
  const { source } =
    options.dataset === 'demo' ? bundled('datasets', dataset.overview.name) : pickedPath(options.dataset)
  const loaded = await loadDataset(source, reading)
  const { name, fingerprint, counts, mapping } = dataset.overview
  if (loaded.fingerprint !== fingerprint)
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: name,
      message: 'The data set changed while it was read.',
      remedy: 'Try again when nobody writes to it.',
    })
  const { device: _, ...shared } = settings
  return frozenManifest(join(options.out, 'manifest.json'), {
    source,
    loaded,
    common: {
      dataset: {
        name,
        fingerprint,
        counts,
        ...(mapping && {
          mapping: {
            origin: mapping.origin,
            document: mappingJson(mapping.document),
            split: mapping.wantedSplit,
          },
        }),
      },
      model: {
        name: model.overview.name,
        family: model.overview.family,
        fingerprint: await fingerprintOf(modelFolder(options), model.overview, settings),
      },
      settings: shared,
    },
  })
}

/** What comes with the page; its list of files is not part of it. */
function bundled(kind: 'datasets' | 'models', name: string): { folder: string; source: FolderSource } {
  const folder = join(builtPage, kind, name)
  const source = nodeSource(folder)
  const list = async () => (await source.list()).filter(({ path }) => path !== 'files.json')
  return { folder, source: { ...source, list } }
}

async function fingerprintOf(
  path: string,
  { name, family }: { readonly name: string; readonly family: string },
  settings: RunSettings,
): Promise<string> {
  const { folder, source } = path === 'demo' ? bundled('models', name) : pickedPath(path)
  // Weights are opened, not read: they may have gigabytes.
  const open = (file: string) => openAsBlob(join(folder, file))
  return modelFingerprint(
    await openModelFolder({ ...source, open }),
    familyOf(family).sessions,
    deviceHere(settings).dtype,
  )
}

/** Asks in the page until all is asked or it is stopped; what is answered meanwhile goes to the file. */
async function ask({ page, shard, interrupt }: ShardTask, records: ShardRecords, manifest: Manifest) {
  await records.giveEarlier(page)
  await page.evaluate(shard => globalThis.voxelwise.changeSettings({ shard }), shard)
  interrupt.onFirst = () => {
    console.error('Stopping: what was answered is written')
    // Where the page is gone, it is told below.
    page.evaluate(() => globalThis.voxelwise.stop()).catch(() => {})
  }
  try {
    await page.evaluate(() => globalThis.voxelwiseShard.start())
    const { live, notices } = await stateOf(page)
    if (!live) throw new VoxelwiseError(notices[0]?.error ?? nothingBegan)
    if (live.run.model.fingerprint !== manifest.common.model.fingerprint)
      throw new Error('Another model was opened.')
    await follow(page, records)
  } catch (error) {
    // Whoever is to be ended often loses its browser at the same time.
    if (interrupt.has) return
    throw String(error).includes('Target crashed') ? pageDied() : error
  }
}

async function follow(page: Page, records: ShardRecords): Promise<void> {
  const show = progressLine()
  for (;;) {
    const { live, notices } = await stateOf(page)
    if (!live) throw new Error('The run is gone.')
    const ended = hasEnded(live, 0)
    await records.take(page, live)
    if (notices[0]) throw new VoxelwiseError(notices[0].error)
    show(live, 0)
    if (live.error) throw new VoxelwiseError(live.error)
    if (ended) return console.error(summary(live))
    await new Promise(resolve => setTimeout(resolve, lookEvery))
  }
}

const stateOf = (page: Page): Promise<AppState> => page.evaluate(() => globalThis.voxelwise.getState())

const summary = ({ run, correct, answered, failed }: LiveRun): string =>
  accuracy({ run, correct, answered, failed })

const nothingBegan = {
  code: 'internal',
  subject: 'evaluate',
  message: 'The page did not begin.',
  remedy: 'Try again.',
} as const
