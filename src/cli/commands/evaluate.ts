/**
 * Evaluates without a window: the built page in headless Chromium, on local folders.
 * Run by `npm run -s evaluate -- …`.
 */
import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { JudgeChoice } from '../../app/run/judge-choice.ts'
import { stageOf } from '../../app/state/stage.ts'
import type { AppState, Picked } from '../../app/state/state.ts'
import { loadJson } from '../../data/export/load-json.ts'
import type { TableReading } from '../../data/formats/format.ts'
import { nodeSource } from '../../data/sources/node.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { recommendedDtype } from '../../engine/model/recommend.ts'
import { refusal } from '../../engine/model/refusal.ts'
import type { Device } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { untilTheEnd } from '../../engine/protocol/settings.ts'
import { serverLines } from '../../ui/text/server.ts'
import { runCommand } from '../base/arguments.ts'
import { writeParts } from '../base/files.ts'
import { Interrupt, interruptedCode } from '../base/interrupt.ts'
import { mappingFromFile, mappingLine } from '../base/mapping-file.ts'
import { printable } from '../base/printable.ts'
import { chosenProtocol } from '../base/protocol-options.ts'
import { asksForShard } from '../base/shard-options.ts'
import { takeInEarlierRun } from '../evaluate/earlier-run.ts'
import { chooseJudge, type JudgingTask, judgeAnswers } from '../evaluate/judging.ts'
import { KeptRuns } from '../evaluate/kept-runs.ts'
import { type EvaluateOptions, limitOf, readOptions } from '../evaluate/options.ts'
import { chooseModel, connectionSteps, openPage, orPageDied, servedModel, when } from '../evaluate/page.ts'
import { hasEnded, progressLine, stoppedWords, summary } from '../evaluate/progress.ts'
import { race } from '../evaluate/race.ts'
import { usage } from '../evaluate/usage.ts'
import { writeExports, writeWhole } from '../evaluate/write.ts'
import { evaluateNatively } from '../native/evaluate.ts'
import { passedOnWords } from '../serve/model-server.ts'
import { pageIsStale, servePage } from '../serve/serve.ts'
import { shardExit, shardExitCode } from '../shard/exit-codes.ts'
import { runShardInPage } from '../shard/run-in-page.ts'
import { runShardNatively } from '../shard/run-native.ts'

/** Folders that can be named to the page in plain data. */
type Named = Extract<Picked, { readonly from: 'demo' | 'served' }>

async function evaluate(argv: readonly string[]): Promise<void> {
  const options = readOptions(argv)
  if (!options) return console.log(`Usage:\n${usage}`)
  const folders = (['dataset', 'model'] as const).flatMap(role => {
    const path = options[role]
    return path === null || path === 'demo' ? [] : [{ name: role, folder: checkedPath(path, role) }]
  })
  for (const { model } of options.race ?? []) if (model !== 'demo') checkedPath(model, 'model')
  const judge = options.judging?.judge
  if (judge?.from === 'folder' && judge.path !== 'demo') checkedPath(judge.path, 'model')
  for (const { folder } of folders) await nameBrokenLinks(pickedPath(folder).folder)
  if (options.runtime === 'node') {
    if (!options.shard) return evaluateNatively(options)
    return runShardNatively({ options, shard: options.shard, argv })
  }
  if (pageIsStale()) {
    console.error('Building the page')
    const { build } = await import('vite')
    await build({ logLevel: 'warn' })
  }
  if (options.server) console.error(passedOnWords(options.server))
  const server = await servePage(
    folders.filter(({ name }) => name === 'dataset'),
    undefined,
    0,
    options.server,
  )
  const dataset: Named =
    options.dataset === 'demo'
      ? { from: 'demo' }
      : {
          from: 'served',
          name: basename(resolve(pickedPath(options.dataset).folder)),
          base: '/served/dataset/',
        }
  let browser: Browser | null = null
  let kept: KeptRuns | null = null
  const interrupt = new Interrupt(options.shard ? shardExit.interrupted : interruptedCode)
  try {
    const served =
      options.server && options.model === null ? await servedModel(server.origin, options.serverModel) : null
    const opened = await openPage(server.origin, options.device)
    browser = opened.browser
    const { page, device } = opened
    const reading = await chooseDataset(page, options, dataset)
    if (options.race) {
      await tellDataset(await when(page, isDatasetRead), options)
      kept = await KeptRuns.open(page, options.out)
      return await race(page, options, device, { kept, interrupt })
    }
    await setUp(page, options, device, served)
    if (options.shard) await runShardInPage({ page, options, shard: options.shard, reading, argv, interrupt })
    else {
      const { judging } = options
      const judge = judging && (await chooseJudge(page, judging, server.origin, options.device))
      kept = await KeptRuns.open(page, options.out)
      const done = await run(page, options, kept, interrupt)
      if (judge && done) await judgeAndWrite(page, done, judge, { kept, out: options.out, interrupt })
      // Stopped at the user's word or by a rule, it may be continued.
      if (done?.state === 'done' && process.exitCode === undefined) kept.remove()
    }
  } finally {
    interrupt.letGo()
    kept?.close()
    await browser?.close()
    await server.close()
  }
}

/** A model is a folder, a data set a folder or a file. */
function checkedPath(path: string, role: 'dataset' | 'model'): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory() || (stat?.isFile() && role === 'dataset')) return path
  throw new VoxelwiseError({
    code: 'file-missing',
    subject: path,
    message: role === 'dataset' ? 'There is no such folder or file.' : 'There is no such folder.',
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

/** @returns how its tables are read */
async function chooseDataset(page: Page, options: EvaluateOptions, dataset: Named): Promise<TableReading> {
  const reading: TableReading = {
    ...(options.mapping !== undefined && { mapping: await mappingFromFile(options.mapping) }),
    ...(options.split !== undefined && { split: options.split }),
  }
  await page.evaluate(([picked, reading]) => globalThis.voxelwise.chooseDataset(picked, reading), [
    dataset,
    reading,
  ] as const)
  return reading
}

/** Chooses model and settings. */
async function setUp(
  page: Page,
  options: EvaluateOptions,
  device: Device,
  served: string | null,
): Promise<void> {
  const { dataset: read } = await when(page, isDatasetRead)
  const { untilDecided: earlier } = options
  const against =
    earlier !== undefined && read.status === 'ready'
      ? await takeInEarlierRun(page, earlier, read.overview.fingerprint)
      : null
  if (served === null) await chooseModel(page, options.model ?? 'demo')
  // It is not waited for here, so that the steps of the connection are seen.
  else await page.evaluate(model => void globalThis.voxelwise.chooseModel({ from: 'server', model }), served)
  const showStep = connectionSteps()
  const chosen = await when(
    page,
    state => [state.dataset, state.model].every(({ status }) => status !== 'reading'),
    state => showStep(state.model),
  )
  for (const folder of [chosen.dataset, chosen.model])
    if (folder.status === 'failed') throw new VoxelwiseError(folder.error)
  const model = chosen.model.status === 'ready' ? chosen.model.overview : null
  // On another device than the recommended one another precision may be the first.
  const dtype = model && options.device && recommendedDtype(model.dtypes, options.device)
  await page.evaluate(settings => globalThis.voxelwise.changeSettings(settings), {
    ...(dtype && { dtype }),
    ...options.settings,
    ...(against !== null && { until: { ...untilTheEnd, ...options.settings.until, against } }),
    ...(chosen.dataset.status === 'ready' && {
      ...limitOf(options, chosen.dataset.overview.counts.loaded),
      protocol: chosenProtocol(chosen.dataset.overview.protocol, options.protocol, options.judge),
    }),
    // A server has devices of its own.
    ...(served === null && { device: options.device ?? model?.recommended?.device ?? device }),
  })
  const { model: opened, settings } = await page.evaluate(() => globalThis.voxelwise.getState())
  const imagesAtOnce = chosen.dataset.status === 'ready' ? chosen.dataset.overview.imagesAtOnce : 0
  const problem = opened.status === 'ready' ? refusal(opened.overview, settings, imagesAtOnce) : null
  if (problem) throw new VoxelwiseError(problem)
  if (opened.status === 'ready' && opened.overview.server)
    for (const line of serverLines(opened.overview.server)) console.error(printable(line))
  if (opened.status === 'ready' && opened.overview.departure)
    console.error(printable(opened.overview.departure))
  await tellDataset(chosen, options)
}

/** @returns the run that was made; null where it was interrupted */
async function run(
  page: Page,
  options: EvaluateOptions,
  kept: KeptRuns,
  interrupt: Interrupt,
): Promise<Run | null> {
  const { probes } = options
  const before = await kept.bringBack(await page.evaluate(() => globalThis.voxelwise.getState()))
  await page.evaluate(
    async ([before, isDone, probes]) => {
      const { voxelwise } = globalThis
      voxelwise.changeProbes(probes)
      if (before === null) return voxelwise.start()
      if (!isDone) await voxelwise.continueRun(before)
      if (probes.length > 0) await voxelwise.addPasses(before, probes)
    },
    [before?.id ?? null, before?.state === 'done', probes] as const,
  )
  if (before?.state === 'done' && (await isIdle(page))) {
    await writeExports(page, before.id, options.out)
    return before
  }
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
      async ({ live, waiting }) => {
        await kept.write()
        if (live) show(live, waiting.length)
      },
    )
  } catch (error) {
    // What was answered is kept, and of two errors the first is the cause.
    await writeWhole(page, options.out).catch(() => {})
    throw orPageDied(error)
  }
  await writeWhole(page, options.out)
  const { live, runs } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (!live) throw new Error('The run is gone.')
  if (live.error) throw new VoxelwiseError(live.error)
  const whole = runs?.find(({ run: { id } }) => id === live.run.parent)
  const made = (whole ?? live).run
  if (stageOf(live) !== 'stopped') {
    console.error(summary(whole ?? live))
    return made
  }
  console.error(stoppedWords(live, 'Stopped; the same command continues.'))
  if (live.reached !== null) return made
  process.exitCode = interruptedCode
  return null
}

/** Whether an unfinished command had nothing left to ask but its judge. */
async function isIdle(page: Page): Promise<boolean> {
  const { live } = await when(page, () => true)
  return live === null
}

/** What a judge made of the run is part of every file, and so is what it had made where it broke off. */
async function judgeAndWrite(
  page: Page,
  run: Run,
  judge: JudgeChoice,
  { kept, out, interrupt }: JudgingTask & { readonly out: string },
): Promise<void> {
  try {
    await judgeAnswers(page, run, judge, { kept, interrupt })
  } catch (error) {
    await writeExports(page, run.id, out).catch(() => {})
    throw orPageDied(error)
  }
  await writeExports(page, run.id, out)
}

const isDatasetRead = ({ dataset }: AppState): boolean => dataset.status !== 'reading'

async function tellDataset({ dataset }: AppState, { out, shard }: EvaluateOptions): Promise<void> {
  if (dataset.status === 'failed') throw new VoxelwiseError(dataset.error)
  if (dataset.status !== 'ready') return
  const { counts, mapping } = dataset.overview
  if (mapping) console.error(printable(mappingLine(mapping)))
  const skipped = Object.entries(counts.skipped).map(([reason, n]) => `${reason}=${n}`)
  console.error(`Samples loaded: ${counts.loaded} of ${counts.total}; skipped: ${skipped.join(', ')}`)
  if (!shard) await writeParts(join(out, 'load.json'), [loadJson(counts)])
}

const argv = process.argv.slice(2)
await runCommand(() => evaluate(argv), asksForShard(argv) ? shardExitCode : undefined)
