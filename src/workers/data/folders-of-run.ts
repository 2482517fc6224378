import { parsePolicy } from '@voxelwise/pixels'
import { blobByteFile } from '../../data/containers/bytes.ts'
import { recordsInLines } from '../../data/export/record-lines.ts'
import { datasetMoments } from '../../data/images/dataset-moments.ts'
import { expectSameRecords, expectSameRuns } from '../../data/images/image-identity.ts'
import { pageCodec } from '../../data/images/page-codec.ts'
import { openSource } from '../../data/sources/descriptor.ts'
import type { SourceDescriptor } from '../../data/sources/source.ts'
import type { Store } from '../../data/store/store.ts'
import { arePublished, publishedShares } from '../../engine/analysis/published-shares.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { passTotals } from '../../engine/probes/passes.ts'
import {
  frameOfSelection,
  type Prior,
  placeInFrame,
  type SamplingFrame,
} from '../../engine/protocol/frame.ts'
import { askedQuestions } from '../../engine/protocol/order.ts'
import { isCut } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { type LoadedDataset, maxImages, type Sample } from '../../engine/protocol/sample.ts'
import type { HeldFolders } from '../contracts/folders.ts'
import { folderPort, type OpenDataset } from './folder-port.ts'
import { fingerprintOpened, type OpenedModel } from './model-role.ts'
import { throttle } from './throttle.ts'

interface Held {
  readonly store: Promise<Store>
  /** null for a judge that sees no images. */
  readonly dataset: OpenDataset | null
  /** null where only the data set is needed. */
  readonly model: OpenedModel | null
  /** The questions if they are not the data set's own samples: answers to rate. */
  readonly samples?: readonly Sample[]
}

/** The data set and model that one run holds, whatever the user chooses in the meantime. */
export function foldersOfRun({ store: opening, dataset, model, ...held }: Held): HeldFolders {
  const samples = held.samples ?? dataset?.loaded.samples ?? []
  const port = folderPort({ source: dataset?.source ?? openSource(noFiles), samples }, model)
  const opened = (): OpenDataset => {
    if (dataset) return dataset
    throw new Error('No data set is held.')
  }
  return {
    ...port,

    datasetFingerprint: () => opened().loaded.fingerprint,

    async modelFingerprint(family, dtype, known) {
      if (!model) throw new Error('No model is held.')
      return fingerprintOpened(model, family, dtype, known)
    },

    sampleCount: () => samples.length,

    imagesAtOnce: () => maxImages(opened().loaded.samples),

    total: settings => askedQuestions(opened().loaded.samples, settings).samples.length,

    countAsked: (probes, settings, done) => passTotals(probes, opened().loaded.samples, settings, done),

    pixelMoments(seed, window) {
      const read = async (path: string) => (await port.readImage(path)).bytes
      return datasetMoments(samples, seed, read, pageCodec, parsePolicy(window))
    },

    keepLoad: async (run, against) => keepLoad(await opening, run, opened().loaded, against),

    async takeRecords(run, lines) {
      const records = await recordsInLines(blobByteFile('records', lines), run.id)
      await expectSameRecords([records], opened())
      const store = await opening
      await store.addRecords(run.id, records)
      await store.end()
    },

    async countCut(run) {
      let cut = 0
      for await (const records of (await opening).records(run)) cut += records.filter(isCut).length
      return cut
    },

    takeUncut: async (run, earlier) => takeUncut(await opening, run.id, earlier),

    async expectSameImages(runs, onProgress) {
      const report = throttle(onProgress)
      await expectSameRuns(await opening, runs, opened(), report).finally(report.end)
    },
  }
}

async function keepLoad(
  store: Store,
  { id, settings }: Pick<Run, 'id' | 'settings'>,
  loaded: LoadedDataset,
  against: string | null,
): Promise<void> {
  const frame = frameOfSelection(loaded.samples, settings.only)
  const prior = against === null ? null : await readPrior(store, against, loaded, frame)
  const published = arePublished(loaded) ? publishedShares(frame.cells) : null
  const known = { ...(published && { published }), ...(prior && { prior }) }
  await store.putLoad(id, { ...loaded, frame: { ...frame, ...known } })
}

/** Gives a run the load of an earlier one, and its records but for those that were cut. */
async function takeUncut(store: Store, run: string, earlier: string): Promise<void> {
  const load = await store.load(earlier)
  if (load) await store.putLoad(run, load)
  for await (const records of store.records(earlier)) {
    const uncut = records.filter(record => !isCut(record))
    await store.addRecords(
      run,
      uncut.map(record => ({ ...record, run })),
    )
  }
  await store.end()
}

const noFiles: SourceDescriptor = { kind: 'files', name: 'answers', files: [] }

async function readPrior(
  store: Store,
  id: string,
  loaded: LoadedDataset,
  frame: SamplingFrame,
): Promise<Prior> {
  const { name, dataset } = await store.run(id)
  if (dataset.fingerprint !== loaded.fingerprint)
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: name,
      message: 'The run to compare with was made on another data set.',
      remedy: 'Choose a run on this data set, or none.',
    })
  const right: (boolean | null)[] = frame.cellOf.map(() => null)
  for await (const records of store.records(id))
    for (const record of records) {
      const place = placeInFrame(frame, record.sample.index)
      if (record.status === 'answered' && place !== undefined) right[place] = record.correct
    }
  const answered = right.filter(one => one !== null)
  const accuracy = answered.length === 0 ? 0 : answered.filter(Boolean).length / answered.length
  return { name, accuracy, right }
}
