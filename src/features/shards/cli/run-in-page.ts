/** Runs one shard in a page, and writes each record to the shard's file as it arrives. */
import type { Page } from 'playwright-core'
import type { AppState } from '../../../app/state/state.ts'
import type { Interrupt } from '../../../cli/base/interrupt.ts'
import { type EvaluateOptions, modelFolder } from '../../../cli/evaluate/options.ts'
import { orPageDied, stopPage } from '../../../cli/evaluate/page.ts'
import { accuracy, hasEnded, progressLine } from '../../../cli/evaluate/progress.ts'
import { nativeFingerprint, openFolders } from '../../../cli/native/folders.ts'
import type { TableReading } from '../../../data/formats/format.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { deviceHere } from '../../../engine/protocol/device.ts'
import { frozenFingerprint } from './freeze.ts'
import { commonFacts, makeShard, type ShardToMake } from './make-shard.ts'
import type { ShardRecords } from './shard-records.ts'

interface ShardPageTask extends ShardToMake {
  readonly page: Page
  readonly options: EvaluateOptions
  readonly reading: TableReading
  readonly interrupt: Interrupt
}

/** Milliseconds between two looks for new records. */
const lookEvery = 250

/** Records per message from the page or to it. */
const portion = 500

/** As `makeShard`. */
export async function runShardInPage(task: ShardPageTask): Promise<number> {
  const { page, options, reading } = task
  const { dataset, model, settings } = await readState(page)
  if (dataset.status !== 'ready' || model.status !== 'ready') throw new Error('Nothing is chosen.')
  // The same folders are read here: what all machines must share is not taken from a page.
  const folders = await openFolders(
    { dataset: options.dataset, model: modelFolder(options), adapter: options.adapter },
    reading,
    'cpu',
  )
  if (folders.loaded.fingerprint !== dataset.overview.fingerprint)
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: dataset.overview.name,
      message: 'The data set changed while it was read.',
      remedy: 'Try again when no program writes to it.',
    })
  const { name, family } = model.overview
  const known = await frozenFingerprint(options.out)
  const { dtype } = deviceHere(settings)
  const fingerprint = await nativeFingerprint(folders, dtype, known)
  const expected = await nativeFingerprint(folders, dtype, null)
  const common = commonFacts(dataset.overview, { name, family, fingerprint }, settings)
  return makeShard(task, { ...folders, common }, records => ask(task, records, expected))
}

/** Asks in the page until all is asked or it is stopped, and writes the answers to the file. @param fingerprint of the model */
async function ask(
  { page, shard, interrupt, io: { stderr } }: ShardPageTask,
  records: ShardRecords,
  fingerprint: string,
) {
  await giveEarlier(page, records)
  await page.evaluate(shard => globalThis.voxelwise.changeSettings({ shard }), shard)
  interrupt.onFirst = () => stopPage(page, stderr)
  try {
    await page.evaluate(() => globalThis.voxelwiseShard.start())
    const { live, notices } = await readState(page)
    if (!live) throw new VoxelwiseError(notices[0]?.error ?? nothingBegan)
    if (live.run.model.fingerprint !== fingerprint) throw new Error('Another model was opened.')
    await follow(page, records, stderr)
  } catch (error) {
    // A process that is being ended often loses its browser at the same time.
    if (interrupt.has) return
    throw orPageDied(error)
  }
}

async function giveEarlier(page: Page, { earlier }: ShardRecords): Promise<void> {
  for (let at = 0; at < earlier.length; at += portion) {
    const part = earlier.slice(at, at + portion)
    const lines = part.map(({ text }) => `${text}\n`).join('')
    const indices = part.map(({ summary }) => summary.index)
    await page.evaluate(([lines, indices]) => globalThis.voxelwiseShard.takeEarlier(lines, indices), [
      lines,
      indices,
    ] as const)
  }
}

async function follow(page: Page, records: ShardRecords, note: (line: string) => void): Promise<void> {
  const show = progressLine(note)
  for (;;) {
    const { live, notices } = await readState(page)
    if (!live) throw new Error('The run is missing.')
    const ended = hasEnded(live, 0)
    while (live.answered + live.failed > records.done.size) {
      const texts = await page.evaluate(([run, most]) => globalThis.voxelwiseShard.fresh(run, most), [
        live.run.id,
        portion,
      ] as const)
      if (texts.length === 0) break
      records.add(live.run, texts)
    }
    if (notices[0]) throw new VoxelwiseError(notices[0].error)
    show(live)
    if (live.error) throw new VoxelwiseError(live.error)
    if (ended) return note(accuracy({ ...live, whole: null }))
    await new Promise(resolve => setTimeout(resolve, lookEvery))
  }
}

const readState = (page: Page): Promise<AppState> => page.evaluate(() => globalThis.voxelwise.getState())

const nothingBegan = {
  code: 'internal',
  subject: 'evaluate',
  message: 'The page did not start the run.',
  remedy: 'Try again.',
} as const
