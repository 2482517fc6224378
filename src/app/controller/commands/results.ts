import type { ExportName } from '../../../data/export/exported-files.ts'
import type { ChangedSample } from '../../../engine/analysis/comparison.ts'
import type { FieldSplit } from '../../../engine/analysis/field-split.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { SubgroupView } from '../../../engine/analysis/subgroup-view.ts'
import { areTimedAlike } from '../../../engine/analysis/which-run.ts'
import { differOnlyInWindow, type WindowDependence } from '../../../engine/analysis/window-dependence.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { answerTexts } from '../../../engine/probes/answer-texts.ts'
import type { DrawnRegion, PixelChange } from '../../../engine/protocol/probe.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { changedTags } from '../../../engine/protocol/tags.ts'
import { proxy } from '../../../workers/shared/comlink.ts'
import { comparedParts } from '../../seams.ts'
import { addedParts } from '../added-parts.ts'
import { sheetFacts } from '../contact-sheet.ts'
import { countedFact, gatherFacts, gatherFindings } from '../gather-facts.ts'
import { type LevelChoice, officialLevels, shortcutOptions } from '../levels.ts'
import type { AddedParts, Compared, Results } from '../report-facts.ts'
import type { CommandTable, Services } from '../services.ts'
import { nobodyWaits, type Waiter } from '../waiter.ts'

/** Results of stored runs, on the page and as files. */
export const resultCommands = {
  results: async (services, id: string): Promise<Results> => {
    const { garbage, rows, store } = services
    const runRows = await rows.of(id)
    garbage.after(runRows.rows.length)
    const added = await addedParts(services, id, runRows)
    return { run: await (await store).run(id), ...runRows, added }
  },
  /** Record of one sample; null where the run has not asked it. */
  askedRecord: async ({ store }, run: string, index: number) =>
    (await (await store).record(run, index)) ?? null,
  record: async ({ store }, run: string, index: number) => recordIn(await store, run, index),
  /** The same with its question and answers in words. */
  recordInWords: async ({ store }, run: string, index: number) => {
    const open = await store
    const record = await recordIn(open, run, index)
    return { record, texts: answerTexts(record, await open.run(run)) }
  },
  findings: async ({ fact, rows, store }, id: string, levels: LevelChoice) =>
    gatherFindings({ store: await store, fact, id, levels, ...(await rows.of(id)) }),
  /** Compares runs. The first is the baseline. */
  compare,
  /** Samples that only one of two runs answers correctly. The first run is the baseline. */
  changed: async ({ results }, first: string, second: string): Promise<readonly ChangedSample[]> => {
    const all: ChangedSample[] = []
    await results.remote.changed(
      [first, second],
      proxy(async part => void all.push(...part)),
    )
    return all
  },
  /** Gives a tag to some of a run's samples, or removes it. */
  tag: async (
    { app, queue, store },
    id: string,
    tag: string,
    indices: readonly number[],
    isTagged: boolean,
  ) =>
    app.orNotify(
      (async () => {
        await (await store).changeRun(id, ({ tags = {}, ...run }) => {
          const changed = changedTags(tags, tag, indices, isTagged)
          return Object.keys(changed).length > 0 ? { ...run, tags: changed } : run
        })
        await queue.refresh()
      })(),
    ),
  /** Adds regions that were drawn elsewhere, for samples that have none. */
  addRegions: async ({ app, store }, fingerprint: string, regions: readonly DrawnRegion[]) =>
    app.orNotify((async () => (await store).folders.addRegions(fingerprint, regions))()),
  /** A question as it reached the model; null where the run's data set and model are not open. */
  seenByModel: async ({ seen, store }, id: string, record: RunRecord) =>
    seen.of(await (await store).run(id), record),
  /** Object URL of an image of a sample, or null if its folder is not open. The caller revokes it. */
  imageUrl: async ({ data, images, store }, run: string, path: string) => {
    const file = await images.of(run, path)
    return file && URL.createObjectURL(await data.remote.viewable(file, path, await readWindow(store, run)))
  },
  /** The same as the model gets it: read by our own decoder, and changed as in a pass. */
  pictureUrl: async ({ data, images, store }, run: string, path: string, change: PixelChange | null) => {
    const file = await images.of(run, path)
    const window = await readWindow(store, run)
    return file && URL.createObjectURL(await data.remote.picture(file, path, change, window))
  },
  /** A frame or slice of an image with all of its depth; null where there is no more, or its folder is not open. */
  depth: async ({ data, images }, run: string, path: string, place: number | null) => {
    const file = await images.of(run, path)
    return file && data.remote.depth(file, path, place)
  },
  exportFile: async (
    { garbage, rows, store },
    id: string,
    name: ExportName,
    levels: LevelChoice = officialLevels,
  ) => {
    const { total } = await (await store).run(id)
    return garbage.during(total, rows.exportFile(id, name, shortcutOptions(levels)))
  },
  /** The run as one HTML file, with these views of subgroups. */
  report: async (services, ...request: OfReport) => {
    const { reportFile } = await services.reports()
    const { facts, signal } = await gathered(services, ...request)
    return reportFile(facts, signal)
  },
  /** What the report is made of. */
  reportFacts: async (services, ...request: OfReport) => (await gathered(services, ...request)).facts,
  /** The same report for files that are made of it. */
  drawnReport: async (services, ...request: OfReport) => {
    const { drawnReport } = await services.reports()
    const { facts, signal } = await gathered(services, ...request)
    return drawnReport(facts, signal)
  },
  /** Samples of a run as one HTML page of their images. */
  contactSheet: async (services, id: string, rows: readonly ResultRow[], waiting: Waiter) => {
    const facts = await sheetFacts(services, id, rows, waiting)
    return (await services.reports()).sheetFile(facts)
  },
  /** A comparison of runs as one HTML file. The first is the baseline. @param kept what features keep in this browser, by name */
  compareReport: async (
    services,
    ids: readonly string[],
    levels: LevelChoice,
    kept: AddedParts,
    waiting: Waiter,
  ) => {
    const fact = countedFact(services.fact, waiting)
    const compared = await compare({ ...services, fact }, ids, levels)
    const added = new Map(kept)
    for (const part of comparedParts) added.set(part.name, await part.of(fact, ids))
    const { comparisonFile } = await services.reports()
    await beforeDrawing(waiting)
    return comparisonFile({ compared, levels, added }, waiting.signal)
  },
} satisfies CommandTable

async function recordIn(store: Awaited<Services['store']>, run: string, index: number): Promise<RunRecord> {
  const record = await store.record(run, index)
  if (record) return record
  throw new VoxelwiseError({
    code: 'storage',
    subject: `sample ${index}`,
    message: 'This run has no record of that sample.',
    remedy: 'It may not have been asked yet. Continue the run.',
  })
}

type OfReport = [id: string, levels?: LevelChoice, views?: readonly SubgroupView[], waiting?: Waiter]

/** What a report is made of, and the signal that ends its drawing. */
async function gathered(
  services: Services,
  ...[id, levels = officialLevels, views = [], waiting = nobodyWaits]: OfReport
) {
  const { fact, rows, store } = services
  const open = await rows.of(id)
  const added = await addedParts(services, id, open)
  const facts = await gatherFacts({ store: await store, fact, id, levels, ...open }, added, views, waiting)
  await beforeDrawing(waiting)
  return { facts, signal: waiting.signal }
}

/** The word is shown before the drawing, which the page's thread does. @throws DOMException where the user has cancelled */
async function beforeDrawing({ report, signal }: Waiter): Promise<void> {
  report('Drawing')
  await new Promise(resolve => setTimeout(resolve, 0))
  signal.throwIfAborted()
}

async function compare(
  { fact, garbage, rows, store }: Services,
  ids: readonly string[],
  levels: LevelChoice,
  by: FieldSplit | null = null,
): Promise<Compared> {
  // The comparison needs the memory.
  rows.drop()
  for (const id of ids) await rows.prepare(id).catch(() => {})
  const open = await store
  const runs = await Promise.all(ids.map(id => open.run(id)))
  const compared = fact('comparison', { runs: ids, levels: shortcutOptions(levels), by })
  const most = Math.max(...runs.map(({ total }) => total))
  const comparison = await garbage.during(most, compared)
  const [baseline, ...others] = runs
  const windows: (WindowDependence | null)[] = []
  for (const other of others)
    windows.push(
      baseline && differOnlyInWindow(baseline, other)
        ? await fact('windowDependence', { runs: [baseline.id, other.id] })
        : null,
    )
  return { runs, comparison, windows, seconds: await secondsPerQuestion(fact, runs) }
}

/** Seconds per question of two runs that were timed alike: all of their records are read for them. */
async function secondsPerQuestion(
  fact: Services['fact'],
  runs: readonly Run[],
): Promise<Compared['seconds']> {
  const [first, second, third] = runs
  if (!first || !second || third || !areTimedAlike(first, second)) return []
  const seconds: (number | null)[] = []
  for (const { id } of [first, second]) seconds.push((await fact('answerTime', { run: id })).seconds)
  return seconds
}

/** The window policy of a run's medical images; undefined for the default one. */
const readWindow = async (store: Services['store'], run: string): Promise<string | undefined> =>
  (await (await store).run(run)).settings.window
