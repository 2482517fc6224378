/** Chooses the data set, the model and the settings of `evaluate` in the page. */
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import type { AppState, Picked } from '../../app/state/state.ts'
import { loadJson } from '../../data/export/official-files.ts'
import { readRun } from '../../data/export/run-file-stream.ts'
import type { TableReading } from '../../data/formats/format.ts'
import { privateLine } from '../../data/questions/kept-words.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { recommendedDtype } from '../../engine/model/recommend.ts'
import { refusal } from '../../engine/model/refusal.ts'
import type { Device } from '../../engine/protocol/device.ts'
import { untilTheEnd } from '../../engine/protocol/settings.ts'
import { markLines } from '../../ui/text/picture-marks.ts'
import { serverLines } from '../../ui/text/server.ts'
import type { Io } from '../base/command.ts'
import { chosenProtocol, mappingLine, tableReading } from '../base/dataset-options.ts'
import { openFile, writeParts } from '../base/files.ts'
import { drawnRegions } from './drawn-regions.ts'
import { type EvaluateOptions, givenSelection, limitFromShare } from './options.ts'
import { chooseModel, connectionSteps, when } from './page.ts'

/** Folders that can be passed to the page as plain data. */
export type NamedFolder = Extract<Picked, { readonly from: 'demo' | 'served' }>

export async function chooseDataset(
  page: Page,
  options: EvaluateOptions,
  dataset: NamedFolder,
): Promise<TableReading> {
  const reading = await tableReading(options)
  await page.evaluate(([picked, reading]) => globalThis.voxelwise.chooseDataset(picked, reading), [
    dataset,
    reading,
  ] as const)
  return reading
}

/** @param served the server's model, where a server answers */
export async function setUp({
  page,
  options,
  device,
  served,
  io: { stderr },
}: {
  readonly page: Page
  readonly options: EvaluateOptions
  readonly device: Device
  readonly served: string | null
  readonly io: Io
}): Promise<void> {
  const { dataset: read } = await when(page, isDatasetRead)
  const { untilDecided: earlier } = options
  const against =
    earlier !== undefined && read.status === 'ready'
      ? await importEarlierRun(page, earlier, read.overview.fingerprint)
      : null
  if (options.regions !== undefined && read.status === 'ready')
    await addRegions(page, options.regions, read.overview.fingerprint)
  if (served === null) await chooseModel(page, options.model ?? 'demo', options.adapter)
  // Not awaited here, so that the steps of the connection are shown.
  else await page.evaluate(model => void globalThis.voxelwise.chooseModel({ from: 'server', model }), served)
  const showStep = connectionSteps(stderr)
  const chosen = await when(
    page,
    state => [state.dataset, state.model].every(({ status }) => status !== 'reading'),
    state => showStep(state.model),
  )
  for (const folder of [chosen.dataset, chosen.model])
    if (folder.status === 'failed') throw new VoxelwiseError(folder.error)
  const model = chosen.model.status === 'ready' ? chosen.model.overview : null
  // The recommended precision may differ on another device.
  const dtype = model && options.device && recommendedDtype(model.dtypes, options.device)
  const only = await givenSelection(options)
  await page.evaluate(settings => globalThis.voxelwise.changeSettings(settings), {
    ...(only && { only }),
    ...(dtype && { dtype }),
    ...options.settings,
    ...(against !== null && { until: { ...untilTheEnd, ...options.settings.until, against } }),
    ...(chosen.dataset.status === 'ready' && {
      protocol: chosenProtocol(chosen.dataset.overview.protocol, options.protocol, options.judge),
    }),
    // A server has its own devices.
    ...(served === null && { device: options.device ?? model?.recommended?.device ?? device }),
  })
  if (chosen.dataset.status === 'ready' && options.limitShare !== undefined) await changeLimit(page, options)
  const { model: opened, settings } = await page.evaluate(() => globalThis.voxelwise.getState())
  const imagesAtOnce = chosen.dataset.status === 'ready' ? chosen.dataset.overview.imagesAtOnce : 0
  if (opened.status === 'ready') {
    const problem = refusal(opened.overview, settings, imagesAtOnce)
    if (problem) throw new VoxelwiseError(problem)
    const { server, departure } = opened.overview
    if (server) for (const line of serverLines(server)) stderr(line)
    if (departure) stderr(departure)
  }
  await noteDataset(chosen, options, stderr)
}

async function addRegions(page: Page, file: string, fingerprint: string): Promise<void> {
  const regions = await drawnRegions(file, fingerprint)
  await page.evaluate(([fingerprint, regions]) => globalThis.voxelwise.addRegions(fingerprint, regions), [
    fingerprint,
    regions,
  ] as const)
}

/** A percentage is of the selection, which the page has now. */
async function changeLimit(page: Page, options: EvaluateOptions): Promise<void> {
  const { selected } = await page.evaluate(() => globalThis.voxelwise.countAsked())
  await page.evaluate(
    settings => globalThis.voxelwise.changeSettings(settings),
    limitFromShare(options, selected),
  )
}

const isDatasetRead = ({ dataset }: AppState): boolean => dataset.status !== 'reading'

/** Prints the loaded samples, and writes load.json. @throws VoxelwiseError why the data set cannot be read */
async function noteDataset(
  { dataset }: AppState,
  { out, isPart }: EvaluateOptions,
  note: Io['stderr'],
): Promise<void> {
  if (dataset.status === 'failed') throw new VoxelwiseError(dataset.error)
  if (dataset.status !== 'ready') return
  const { counts, mapping, marks, kept } = dataset.overview
  if (mapping) note(mappingLine(mapping))
  note(loadedLine(counts))
  if (kept) note(privateLine(kept, mapping !== null))
  if (marks) for (const line of markLines(marks)) note(line)
  if (!isPart) await writeParts(join(out, 'load.json'), [loadJson(counts)])
}

/** How many samples were loaded and skipped, in a line. */
export function loadedLine({ loaded, total, skipped }: Parameters<typeof loadJson>[0]): string {
  const reasons = Object.entries(skipped).map(([reason, n]) => `${reason}=${n}`)
  return `Samples loaded: ${loaded} of ${total}; skipped: ${reasons.join(', ')}`
}

/**
 * Gives the page the run.json that the new run is compared with. @returns its id in the page
 * @throws VoxelwiseError file-missing, run-file, or fingerprint-mismatch where it was made on another data set
 */
async function importEarlierRun(page: Page, path: string, fingerprint: string): Promise<string> {
  const { run, records } = await readRun(await openFile(path))
  if (run.dataset.fingerprint !== fingerprint)
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: path,
      message: 'The run to compare with was made on another data set.',
      remedy: 'Name a run.json of this data set.',
    })
  if (run.probe || records.length < run.dataset.counts.loaded)
    throw new VoxelwiseError({
      code: 'run-file',
      subject: path,
      message: `The run to compare with has asked ${records.length} of ${run.dataset.counts.loaded} questions.`,
      remedy: 'Continue it to its end and export it again, or name another.',
    })
  await page.setInputFiles('#files', path)
  return page.evaluate(name => {
    const file = globalThis.voxelwiseFiles(name, [name]).files[0]?.file
    if (!file) throw new Error('The run was not given to the page.')
    return globalThis.voxelwise.importFiles([file], () => {}, new AbortController().signal)
  }, basename(path))
}
