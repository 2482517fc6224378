/**
 * Evaluates without a window: the built page in headless Chromium, on local folders.
 * Run by `npm run -s evaluate -- …`.
 */
import { existsSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { stageOf } from '../app/stage.ts'
import type { AppState, LiveRun, Picked, RunSummary } from '../app/state.ts'
import { loadJson } from '../data/export/load-json.ts'
import { nodeSource } from '../data/sources/node.ts'
import type { ExportName } from '../engine/analysis/rows.ts'
import { VoxelwiseError } from '../engine/base/errors.ts'
import { refusal } from '../engine/model/refusal.ts'
import { parseProbes, probeNames } from '../engine/probes/list.ts'
import { probeName } from '../engine/probes/probe-names.ts'
import { corruptions, type Probe } from '../engine/protocol/probe.ts'
import {
  type ChatTemplate,
  chatTemplates,
  type Device,
  type Dtype,
  dtypes,
  type Order,
  orders,
  type RunSettings,
  type Scoring,
  scorings,
} from '../engine/protocol/run.ts'
import { wilson } from '../engine/statistics/wilson.ts'
import { expectedWords, unaskedOf } from '../ui/text/estimates.ts'
import { processor } from '../ui/text/format.ts'
import { readArguments, runCommand, usageError } from './arguments.ts'
import { type Gpu, launchChromium } from './chromium.ts'
import { writeParts } from './files.ts'
import { Interrupt, interruptedCode } from './interrupt.ts'
import { printable } from './printable.ts'
import { pageIsStale, servePage } from './serve.ts'

const usage = `  npm run -s evaluate -- --dataset DIR --model DIR --out DIR [options]
Options:
  --dataset DIR        a folder of data set folders, each with its test.json; "demo" is the bundled one
  --model DIR          an ONNX model folder, as Hugging Face's onnx-community lays it out; "demo" likewise
  --out DIR            where the files are written
  --device DEVICE      webgpu or wasm; by default webgpu where there is a GPU
  --dtype DTYPE        ${dtypes.join(', ')}; by default what suits the model and device
  --chat-template T    own, or fallback: the built-in one, for a model that has none (own)
  --scoring SCORING    generate (official) or choices: the options' probabilities from one pass (generate)
  --full-text          generate: decode to the end, even when the verdict can no longer change
  --no-reuse           compute every prompt whole, even where it begins as the one before
  --no-kept-features   neither keep image features nor use those of an earlier run
  --order ORDER        balanced: every beginning is like the whole, or dataset: as the data set has it (balanced)
  --seed N             which balanced order is drawn (1)
  --limit N            ask only the first N samples of that order
  --until-width W      stop where the accuracy on the whole data set is known to plus or minus W, such as 0.03
  --until-every-slice  ... and that of every task, modality, region and source data set too
  --until-minutes N    stop after N minutes of asking
  --max-new-tokens N   longest answer (32)
  --timeout SECONDS    give up on a sample after so long (300)
  --probes LIST        extra passes after the run, parted by commas: option-order, blank-image, wrong-image,
                       ${corruptions.join(', ')} (all strengths, or noise:3, noise:1-3), or all

Written: load.json, results.json, metrics_summary.json, shortcut.json, shortcut_report.csv, run.json (the whole run
with its passes, to be opened in the page) and report.html (to be read). What failed goes to standard error.
Ctrl-C stops the run and writes what was answered; a second one ends the command at once.
Exit codes: 0 done, 1 it failed, 2 the command line is wrong, ${interruptedCode} it was interrupted.`

const spec = {
  dataset: 'text',
  model: 'text',
  out: 'text',
  device: 'text',
  dtype: 'text',
  'chat-template': 'text',
  scoring: 'text',
  'full-text': 'flag',
  'no-reuse': 'flag',
  'no-kept-features': 'flag',
  order: 'text',
  seed: 'text',
  limit: 'text',
  'until-width': 'text',
  'until-every-slice': 'flag',
  'until-minutes': 'text',
  'max-new-tokens': 'text',
  timeout: 'text',
  probes: 'text',
  help: 'flag',
} as const

/** Folders that can be named to the page in plain data. */
type Named = Extract<Picked, { readonly from: 'demo' | 'served' }>

interface Options {
  readonly dataset: string
  readonly model: string
  readonly out: string
  readonly device: Device | undefined
  readonly settings: Partial<RunSettings>
  /** Passes that follow the run. */
  readonly probes: readonly Probe[]
}

function readOptions(argv: readonly string[]): Options | null {
  const args = readArguments(argv, spec, usage)
  if (args.help) return null
  const needed = (name: 'dataset' | 'model' | 'out'): string => {
    const value = args[name]
    if (value === undefined) throw usageError('An option is missing.', `--${name}`, usage)
    return value
  }
  const count = (
    name: 'seed' | 'limit' | 'until-minutes' | 'max-new-tokens' | 'timeout',
  ): number | undefined => {
    const text = args[name]
    if (text === undefined) return undefined
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
    throw usageError('This option takes a whole number above 0.', `--${name} ${text}`, usage)
  }
  const choice = <T extends string>(
    name: 'device' | 'dtype' | 'chat-template' | 'scoring' | 'order',
    choices: readonly T[],
  ): T | undefined => {
    const text = args[name]
    const found = choices.find(known => known === text)
    if (text !== undefined && found === undefined)
      throw usageError(`This option takes ${choices.join(', ')}.`, `--${name} ${text}`, usage)
    return found
  }
  const dtype: Dtype | undefined = choice('dtype', dtypes)
  const chatTemplate: ChatTemplate | undefined = choice('chat-template', chatTemplates)
  const scoring: Scoring | undefined = choice('scoring', scorings)
  const order: Order | undefined = choice('order', orders)
  const seed = count('seed')
  const limit = count('limit')
  const until = {
    width: args['until-width'] === undefined ? null : halfWidth(args['until-width']),
    everySlice: args['until-every-slice'],
    minutes: count('until-minutes') ?? null,
    against: null,
  }
  if (until.everySlice && until.width === null)
    throw usageError('This option needs a width.', '--until-every-slice', usage)
  const maxNewTokens = count('max-new-tokens')
  const timeout = count('timeout')
  return {
    dataset: needed('dataset'),
    model: needed('model'),
    out: needed('out'),
    device: choice('device', ['webgpu', 'wasm']),
    settings: {
      ...(dtype && { dtype }),
      ...(chatTemplate && { chatTemplate }),
      ...(scoring && { scoring }),
      ...(args['full-text'] && { fullText: true }),
      ...(args['no-reuse'] && { reusePrefix: false }),
      ...(args['no-kept-features'] && { keepFeatures: false }),
      ...(order && { order }),
      ...(seed && { seed }),
      ...(limit && { limit }),
      ...((until.width !== null || until.minutes !== null) && { until }),
      ...(maxNewTokens && { maxNewTokens }),
      ...(timeout && { timeout }),
    },
    probes: args.probes === undefined ? [] : namedProbes(args.probes),
  }
}

function halfWidth(text: string): number {
  if (/^0?\.\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw usageError(
    'This option takes a share above 0 and below 1, such as 0.03.',
    `--until-width ${text}`,
    usage,
  )
}

function namedProbes(list: string): readonly Probe[] {
  const found = parseProbes(list)
  if (!('unknown' in found)) return found
  throw usageError(
    `There is no pass "${found.unknown}"; there are ${probeNames.join(', ')}.`,
    `--probes ${list}`,
    usage,
  )
}

async function evaluate(argv: readonly string[]): Promise<void> {
  const options = readOptions(argv)
  if (!options) return console.log(`Usage:\n${usage}`)
  const folders = (['dataset', 'model'] as const)
    .filter(role => options[role] !== 'demo')
    .map(role => ({ name: role, folder: checkedFolder(options[role]) }))
  for (const { folder } of folders) await nameBrokenLinks(folder)
  if (pageIsStale()) {
    console.error('Building the page')
    await build({ logLevel: 'warn' })
  }
  const server = await servePage(folders.filter(({ name }) => name === 'dataset'))
  const dataset: Named =
    options.dataset === 'demo'
      ? { from: 'demo' }
      : { from: 'served', name: basename(resolve(options.dataset)), base: '/served/dataset/' }
  let browser: Browser | null = null
  const interrupt = new Interrupt()
  try {
    const opened = await openPage(server.origin, options.device)
    browser = opened.browser
    await run(opened.page, options, opened.device, dataset, interrupt)
  } finally {
    interrupt.letGo()
    await browser?.close()
    await server.close()
  }
}

function checkedFolder(path: string): string {
  if (existsSync(path) && statSync(path).isDirectory()) return path
  throw new VoxelwiseError({
    code: 'file-missing',
    subject: path,
    message: 'There is no such folder.',
    remedy: 'Check the path, or say "demo" for the bundled one.',
  })
}

/** Links that lead nowhere (a download that was cut short, a cache that was cleared) are no files: said, not passed over. */
async function nameBrokenLinks(folder: string): Promise<void> {
  const broken: string[] = []
  await nodeSource(folder, { onBrokenLink: path => broken.push(join(folder, path)) }).list()
  const [first] = broken
  if (first === undefined) return
  const more = broken.length > 1 ? `, and ${broken.length - 1} more` : ''
  console.error(printable(`A link leads nowhere and is passed over: ${first}${more}`))
}

interface OpenedPage {
  readonly browser: Browser
  readonly page: Page
  readonly device: Device
}

/** WebGPU where there is a GPU; where it is asked for and there is none, Chromium's software adapter. */
async function openPage(origin: string, wanted: Device | undefined): Promise<OpenedPage> {
  const launch = async (gpu: Gpu): Promise<OpenedPage & { readonly hasWebGpu: boolean }> => {
    const browser = await launchChromium(gpu, false)
    const page = await browser.newPage()
    await page.goto(`${origin}/headless.html`)
    const state = await when(page, ({ device }) => device.webgpu.status !== 'checking')
    const { webgpu } = state.device
    const device = webgpu.status === 'available' && !webgpu.software ? 'webgpu' : 'wasm'
    return { browser, page, device, hasWebGpu: webgpu.status === 'available' }
  }
  const first = await launch(wanted === 'wasm' ? 'none' : 'hardware')
  if (wanted !== 'webgpu') return { ...first, device: wanted ?? first.device }
  if (first.device === 'webgpu') return first
  console.error('No GPU found: using the software adapter, which is slow')
  if (first.hasWebGpu) return { ...first, device: 'webgpu' }
  await first.browser.close()
  const software = await launch('software')
  if (software.hasWebGpu) return { ...software, device: 'webgpu' }
  await software.browser.close()
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: 'WebGPU',
    message: 'This Chromium has no WebGPU, not even in software.',
    remedy: 'Use --device wasm, or a newer Chromium.',
  })
}

/** Polls the page's state until it is as wanted. */
async function when(
  page: Page,
  wanted: (state: AppState) => boolean,
  watch: (state: AppState) => void = () => {},
): Promise<AppState> {
  for (;;) {
    const state: AppState = await page.evaluate(() => globalThis.voxelwise.getState())
    const notice = state.notices[0]
    if (notice) throw new VoxelwiseError(notice.error)
    watch(state)
    if (wanted(state)) return state
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

async function run(
  page: Page,
  options: Options,
  device: Device,
  dataset: Named,
  interrupt: Interrupt,
): Promise<void> {
  await page.evaluate(picked => globalThis.voxelwise.chooseDataset(picked), dataset)
  await chooseModel(page, options.model)
  const chosen = await when(page, state =>
    [state.dataset, state.model].every(({ status }) => status !== 'reading'),
  )
  for (const folder of [chosen.dataset, chosen.model])
    if (folder.status === 'failed') throw new VoxelwiseError(folder.error)
  const recommended = chosen.model.status === 'ready' ? chosen.model.overview.recommended : null
  await page.evaluate(settings => globalThis.voxelwise.changeSettings(settings), {
    ...options.settings,
    device: options.device ?? recommended?.device ?? device,
  })
  const { model: opened, settings } = await page.evaluate(() => globalThis.voxelwise.getState())
  const problem = opened.status === 'ready' ? refusal(opened.overview, settings) : null
  if (problem) throw new VoxelwiseError(problem)
  if (opened.status === 'ready' && opened.overview.departure)
    console.error(printable(opened.overview.departure))
  if (chosen.dataset.status === 'ready') {
    const { counts } = chosen.dataset.overview
    const skipped = Object.entries(counts.skipped).map(([reason, n]) => `${reason}=${n}`)
    console.error(`Samples loaded: ${counts.loaded} of ${counts.total}; skipped: ${skipped.join(', ')}`)
    await writeParts(join(options.out, 'load.json'), [loadJson(counts)])
  }
  await page.evaluate(probes => globalThis.voxelwise.changeProbes(probes), options.probes)
  await page.evaluate(() => globalThis.voxelwise.start())
  interrupt.onFirst = () => {
    console.error('Stopping: what was answered is written')
    // Where the page is gone, it is told below.
    page.evaluate(() => globalThis.voxelwise.stop()).catch(() => {})
  }
  const show = progressLine()
  try {
    await when(
      page,
      ({ live, waiting }) => live !== null && hasEnded(live, waiting.length),
      ({ live, waiting }) => live && show(live, waiting.length),
    )
  } catch (error) {
    // What was answered is kept, and of two errors the first is the cause.
    await writeWhole(page, options.out).catch(() => {})
    // Playwright has no type for it.
    throw String(error).includes('Target crashed') ? pageDied() : error
  }
  await writeWhole(page, options.out)
  const { live, runs } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (!live) throw new Error('The run is gone.')
  if (live.error) throw new VoxelwiseError(live.error)
  const whole = runs?.find(({ run: { id } }) => id === live.run.parent)
  if (stageOf(live) !== 'stopped') return console.error(summary(whole ?? live))
  const why = live.reached ?? 'Stopped.'
  console.error(`${why} An estimate, ${live.answered + live.failed} of ${live.total}: ${accuracy(live)}`)
  if (live.reached === null) process.exitCode = interruptedCode
}

const pageDied = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'out-of-memory',
    subject: 'Chromium',
    message: 'The page that made the run died, as one does that is out of memory.',
    remedy: 'Choose a smaller precision; or make the run in a window (npm start), where it can be continued.',
  })

/** Whether it failed or was stopped, or it and its passes are done. */
function hasEnded(live: LiveRun, waiting: number): boolean {
  const stage = stageOf(live)
  return stage === 'failed' || stage === 'stopped' || (stage === 'done' && waiting === 0)
}

/** Writes the run that was begun, however it ended; nothing where none was. */
async function writeWhole(page: Page, out: string): Promise<void> {
  const { live } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (live) await writeExports(page, live.run.parent ?? live.run.id, out)
}

/** File by file, where links lead to: Chromium leaves links out of a folder, and Hugging Face's cache is made of them. */
async function chooseModel(page: Page, model: string): Promise<void> {
  if (model === 'demo') return page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
  const root = resolve(model)
  const paths = (await nodeSource(root).list()).map(({ path }) => path)
  await page.setInputFiles(
    '#files',
    paths.map(path => join(root, path)),
  )
  await page.evaluate(
    ([name, files]) => globalThis.voxelwise.chooseModel(globalThis.voxelwiseFiles(name, files)),
    [basename(root), paths] as const,
  )
}

const exported: readonly ExportName[] = [
  'results.json',
  'metrics_summary.json',
  'shortcut.json',
  'shortcut_report.csv',
  'run.json',
]

async function writeExports(page: Page, run: string, out: string): Promise<void> {
  for (const name of exported) {
    const text = await page.evaluate(
      async ([id, file]) => (await globalThis.voxelwise.exportFile(id, file)).text(),
      [run, name] as const,
    )
    await writeParts(join(out, name), [text])
  }
  const report = await page.evaluate(async id => (await globalThis.voxelwise.report(id)).text(), run)
  await writeParts(join(out, 'report.html'), [report])
}

/** Tells progress on standard error: what is loading, then a line every few seconds. */
function progressLine(): (live: LiveRun, waiting: number) => void {
  let activity = ''
  let run = ''
  let next = 0
  return (live, waiting) => {
    if (live.run.id !== run && live.run.probe) {
      const more = waiting > 0 ? `; ${waiting} more to follow` : ''
      console.error(`Extra pass: ${probeName(live.run.probe).toLowerCase()}${more}`)
    }
    if (live.run.id !== run) next = 0
    run = live.run.id
    if (live.phase === 'loading' && live.activity !== activity) {
      activity = live.activity
      console.error(activity)
    }
    // Not the time of day, which may be set back.
    const now = performance.now()
    if (live.phase !== 'running' || now < next) return
    next = now + 5000
    const rate = live.rate === null ? '' : `, ${live.rate.toFixed(1)}/s`
    const left = live.secondsLeft === null ? '' : `, ${Math.ceil(live.secondsLeft)} s left`
    const width = live.run.settings.until?.width ?? null
    const known = live.expected && width !== null ? `; ${expectedWords(live.expected, width)}` : ''
    console.error(`${live.answered + live.failed} / ${live.total}${rate}${left}; ${accuracy(live)}${known}`)
  }
}

interface Shown extends Pick<LiveRun, 'correct' | 'answered' | 'failed'> {
  readonly whole?: LiveRun['whole']
}

/** Of a part of the data set with what is known of all of it. */
function accuracy({ correct, answered, failed, whole }: Shown): string {
  if (answered === 0) return 'no answer yet'
  const part = whole && answered + failed < whole.of ? whole : null
  const { low, high } = part ?? wilson(correct, answered)
  const percent = (share: number): string => (100 * share).toFixed(1)
  const what = part?.isDrawn === false ? 'still possible' : '95 % interval'
  const of = part ? ` for all ${part.of}` : ''
  return `accuracy ${percent(correct / answered)} % (n = ${answered}, ${what} ${percent(low)} to ${percent(high)}${of})`
}

function summary(ended: RunSummary | LiveRun): string {
  const { settings, environment } = ended.run
  const where = environment.adapter ?? processor(environment)
  const failed = ended.failed > 0 ? `; ${ended.failed} failed and are in no figure (see run.json)` : ''
  const of = unaskedOf(ended.run, ended.answered + ended.failed)
  const part = of === null ? '' : `; an estimate from a part of ${of} questions`
  return `Done on ${settings.device} (${where}), ${settings.dtype}: ${accuracy(ended)}${failed}${part}`
}

await runCommand(() => evaluate(process.argv.slice(2)))
