/** Evaluates a model without a window, in headless Chromium or in this process. Run by `npm run -s evaluate -- …`. */
import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { nodeSource } from '../../data/sources/node.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import { brought } from '../../engine/base/brought.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import {
  type CommandSpec,
  defineCommand,
  exitCodeFor,
  exitCodes,
  type Io,
  runIfStarted,
} from '../base/command.ts'
import { called } from '../base/installed.ts'
import { Interrupt } from '../base/interrupt.ts'
import { optionsOfParts, usageError } from '../base/options.ts'
import { askInPage, judgeAndWrite } from '../evaluate/ask.ts'
import { chooseJudge } from '../evaluate/judging.ts'
import { KeptRuns } from '../evaluate/kept-runs.ts'
import { type EvaluateOptions, evaluateOptions, options as optionList } from '../evaluate/options.ts'
import { openPage } from '../evaluate/page.ts'
import { type PartTask, partAskedBy, type RunPart } from '../evaluate/run-part.ts'
import { chooseDataset, type NamedFolder, setUp } from '../evaluate/set-up.ts'
import { evaluateNatively } from '../native/evaluate.ts'
import { furtherPasses, runParts, servedModel } from '../seams.ts'
import { passedOnWords } from '../serve/model-server.ts'
import { buildStalePage, servePage } from '../serve/serve.ts'

export const spec = {
  name: 'evaluate',
  about: 'Asks a model the questions of a data set and computes the figures, without a window.',
  synopsis: [`${called('evaluate')} --dataset PATH --model DIR --out DIR [options]`],
  options: [...optionList, ...furtherPasses.map(({ option }) => option), ...optionsOfParts(runParts)],
  notes: [
    'Written: load.json, results.json, metrics_summary.json, figures.json, shortcut.json, shortcut_report.csv, answers.csv, findings.csv, answers-columns.csv, run.json (the run with its passes, for the page) and report.html (not with --runtime node). Progress and errors go to standard error.',
    'Ctrl-C stops the run and writes the answers so far. A second Ctrl-C ends the command immediately. Answers are stored in run.journal as they arrive. The same command continues a run that was stopped or killed.',
    `Exit codes: ${exitCodes.done} done, ${exitCodes.failed} failed, ${exitCodes.usage} wrong command line, ${exitCodes.interrupted} interrupted.`,
    ...runParts.map(({ note }) => note),
  ],
  exitCodeFor: (error, argv) => partAskedBy(runParts, argv)?.exitCodeFor(error) ?? exitCodeFor(error),
} as const satisfies CommandSpec

export const main = defineCommand(spec, async ({ args, argv, io }) => {
  const part = partAskedBy(runParts, argv) ?? null
  part?.check(args)
  const further = furtherPasses.filter(({ option }) => args[option.name])
  const options = evaluateOptions(args, io.env, part !== null, further)
  await checkFolders(options, io)
  if (options.runtime === 'browser') return evaluateInPage({ options, args, argv, io }, part)
  return part ? part.native({ options, args, argv, io }) : evaluateNatively(options, io, furtherPasses)
})

async function evaluateInPage(task: PartTask, part: RunPart | null): Promise<number> {
  const { options, io } = task
  await buildStalePage(io.stderr)
  if (options.server) io.stderr(passedOnWords(options.server))
  const isDemo = options.dataset === 'demo'
  const folders = isDemo ? [] : [{ name: 'dataset', folder: options.dataset }]
  const server = await servePage(folders, undefined, 0, options.server)
  const dataset: NamedFolder = isDemo
    ? { from: 'demo' }
    : {
        from: 'served',
        name: basename(resolve(pickedPath(options.dataset).folder)),
        base: server.servedAt('dataset'),
      }
  let browser: Browser | null = null
  let keptRuns: KeptRuns | null = null
  const interrupt = new Interrupt(io.signals, part?.interrupted ?? exitCodes.interrupted)
  try {
    const isServed = options.server !== null && options.model === null
    const served = isServed ? await brought(servedModel)(server.origin, options.serverModel, io.stderr) : null
    const opened = await openPage(server.origin, options.device, io.stderr)
    browser = opened.browser
    const { page, device } = opened
    const reading = await chooseDataset(page, options, dataset)
    await setUp({ page, options, device, served, io })
    if (part) return await part.inPage({ ...task, page, reading, interrupt })
    const { judging } = options
    const judge = judging && (await chooseJudge({ page, judging, origin: server.origin, options, io }))
    keptRuns = await KeptRuns.open(page, options.out, io.stderr)
    const asking = { page, options, kept: keptRuns, interrupt, io }
    const run = await askInPage(asking)
    if (run === null || (judge && !(await judgeAndWrite(asking, run, judge)))) return exitCodes.interrupted
    // A run that a rule stopped may be continued.
    if (run.state === 'done') keptRuns.remove()
    return exitCodes.done
  } finally {
    interrupt.release()
    keptRuns?.close()
    await browser?.close()
    await server.close()
  }
}

/** @throws VoxelwiseError file-missing */
async function checkFolders({ dataset, model, adapter, judging }: EvaluateOptions, io: Io): Promise<void> {
  const judge = judging?.judge.from === 'folder' ? [judging.judge.path] : []
  const models = [...(model === null ? [] : [model]), ...judge]
  checkPath(dataset, 'dataset')
  for (const path of models) checkPath(path, 'model')
  if (adapter !== null) {
    if (adapter === 'demo' || model === 'demo') throw usageError('The demo has no adapter.', '--adapter')
    checkPath(adapter, 'model')
    await nameBrokenLinks(adapter, io)
  }
  for (const path of [dataset, ...(model === null ? [] : [model])])
    if (path !== 'demo') await nameBrokenLinks(pickedPath(path).folder, io)
}

/** A model is a folder, a data set a folder or a file. */
function checkPath(path: string, role: 'dataset' | 'model'): void {
  if (path === 'demo') return
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory() || (stat?.isFile() && role === 'dataset')) return
  throw new VoxelwiseError({
    code: 'file-missing',
    subject: path,
    message: role === 'dataset' ? 'There is no such folder or file.' : 'There is no such folder.',
    remedy: 'Check the path, or use "demo" for the bundled one.',
  })
}

/** A broken link (an incomplete download, a cleared cache) is reported by name: its file is missing. */
async function nameBrokenLinks(folder: string, { stderr }: Io): Promise<void> {
  const broken: string[] = []
  await nodeSource(folder, path => broken.push(join(folder, path))).list()
  const [first] = broken
  if (first === undefined) return
  const more = broken.length > 1 ? `, and ${broken.length - 1} more` : ''
  stderr(`Broken link skipped: ${first}${more}`)
}

await runIfStarted(import.meta.url, main)
