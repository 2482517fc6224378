/**
 * Measures the built page in real Chromium against a plain transformers.js loop and against the time that the
 * model's sessions themselves need. Run by `npm run -s bench -- …`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { readArguments, runCommand, usageError } from '../src/cli/base/arguments.ts'
import { writeParts } from '../src/cli/base/files.ts'
import { type ServedFolder, servePage } from '../src/cli/serve/serve.ts'
import { type Device, type Dtype, dtypes } from '../src/engine/protocol/device.ts'
import type { RunSettings } from '../src/engine/protocol/settings.ts'
import { openBenchPage } from './command/browser.ts'
import { buildBench } from './command/build.ts'
import { measureCase } from './command/case.ts'
import { bundledPictures, makeCube } from './command/cube.ts'
import { measureFirstAnswer } from './command/first-answer.ts'
import { commit, load, machine, versions } from './command/machine.ts'
import type { BenchResult } from './command/result.ts'
import { measureGrowth, measureLongTasks, measureScale } from './command/scale.ts'
import { benchSettings } from './command/settings.ts'
import { measureSize } from './command/size.ts'
import { tables, withTables } from './command/table.ts'

const usage = `  npm run -s bench -- [options]
Options:
  --quick             the phantom VLM alone, on WASM, 4 questions a picture, nothing at scale
  --json FILE         where the figures are written
  --docs FILE         put the tables into this document, between its two marker comments
  --from FILES        measure nothing: tables of what earlier runs wrote with --json (a.json,b.json)
  --model DIR         measure this ONNX model folder too
  --only              with --model: leave the phantom VLM out
  --dtype DTYPE       ${dtypes.join(', ')}; by default fp32
  --device DEVICE     wasm (default) or webgpu
  --threads N         of the model, in every contender; by default the page's own: as many as there are cores
  --questions LIST    questions a picture (1,4,8)
  --pictures N        pictures a case (all of its cube for the phantom VLM, 48 with --quick; for another 4, 2 and 1 with 1, 4 and 8 questions)
  --rounds N          how often each figure is measured (5 for the phantom VLM, 2 with --quick; 3 for another)
  --first-answer      the way from Run to the first answer alone, of the model, in a browser that was just started
  --no-scale          nothing at scale
  --size LIST         nothing but what the page does with so many questions, a stub in place of the model (10000,100000,1000000)
  --trace             with --size: most that a task of the page's thread took of the processor, in place of memory`

const spec = {
  quick: 'flag',
  json: 'text',
  docs: 'text',
  from: 'text',
  model: 'text',
  only: 'flag',
  dtype: 'text',
  device: 'text',
  threads: 'text',
  questions: 'text',
  pictures: 'text',
  rounds: 'text',
  'first-answer': 'flag',
  'no-scale': 'flag',
  size: 'text',
  trace: 'flag',
  help: 'flag',
} as const

interface BenchModel {
  readonly name: string
  readonly folder: string
  readonly dtype: Dtype
  pictures(questions: number): number
  readonly naiveSamples: number
  /** Questions, see `CaseOptions`. */
  readonly warmUp: number
  readonly rounds: number
}

interface Options {
  readonly models: readonly BenchModel[]
  readonly device: Device
  readonly threads: number | null
  readonly questions: readonly number[]
  readonly scale: boolean
  readonly firstAnswer: boolean
  /** Numbers of questions; where there are any, nothing else is measured. */
  readonly sizes: readonly number[]
  readonly trace: boolean
  readonly floorOfCopies: boolean
  readonly json: string | undefined
  readonly docs: string | undefined
  /** Files of earlier runs; where there are any, nothing is measured. */
  readonly from: readonly string[]
}

/**
 * Questions after which Chromium is done compiling. It compiles what runs often a second time beside the run, and two
 * functions of ONNX Runtime are so large that each takes one core for about ten seconds, when some 1,200 and some 2,600
 * questions have been asked (seen in a trace).
 */
const settled = 3500

function readOptions(argv: readonly string[]): Options | null {
  const args = readArguments(argv, spec, usage)
  if (args.help) return null
  const wrong = (name: keyof typeof spec, message: string) =>
    usageError(message, `--${name} ${args[name]}`, usage)
  const count = (name: 'pictures' | 'rounds' | 'threads'): number | undefined => {
    const text = args[name]
    if (text !== undefined && !/^[1-9]\d{0,5}$/.test(text))
      throw wrong(name, 'This option takes a whole number above 0.')
    return text === undefined ? undefined : Number(text)
  }
  const dtype = dtypes.find(known => known === args.dtype)
  if (args.dtype !== undefined && !dtype) throw wrong('dtype', `This option takes ${dtypes.join(', ')}.`)
  const { device = 'wasm' } = args
  if (device !== 'wasm' && device !== 'webgpu') throw wrong('device', 'This option takes wasm or webgpu.')
  const { questions = args.quick ? '4' : '1,4,8' } = args
  if (!/^\d{1,3}(,\d{1,3})*$/.test(questions))
    throw wrong('questions', 'This option takes numbers like 1,4,8.')

  if (args.size !== undefined && !/^[1-9]\d{0,6}(,[1-9]\d{0,6})*$/.test(args.size))
    throw wrong('size', 'This option takes numbers like 10000,100000,1000000.')

  const pictures = count('pictures')
  const rounds = count('rounds')
  const phantom: BenchModel = {
    name: 'phantom-vlm',
    folder: phantomFolder,
    dtype: dtype ?? 'fp32',
    pictures: () => pictures ?? (args.quick ? 48 : bundledPictures()),
    naiveSamples: args.quick ? 12 : 24,
    warmUp: args.quick ? 1 : settled,
    rounds: rounds ?? (args.quick ? 2 : 5),
  }
  const { model } = args
  const other: BenchModel | null =
    model === undefined
      ? null
      : {
          name: basename(resolve(model)),
          folder: model,
          dtype: dtype ?? 'fp32',
          pictures: asked => pictures ?? Math.max(1, Math.floor(8 / Math.max(2, asked))),
          naiveSamples: 1,
          warmUp: 0,
          rounds: rounds ?? 3,
        }
  return {
    models: [...(args.only ? [] : [phantom]), ...(other ? [other] : [])],
    device,
    threads: count('threads') ?? null,
    questions: questions.split(',').map(Number),
    firstAnswer: args['first-answer'] ?? false,
    scale: !args['first-answer'] && !args.quick && !args['no-scale'] && args.size === undefined,
    sizes: args.size?.split(',').map(Number) ?? [],
    trace: args.trace ?? false,
    floorOfCopies: !args.quick,
    json: args.json,
    docs: args.docs,
    from: args.from?.split(',') ?? [],
  }
}

const phantomFolder = 'public/models/phantom-vlm'

const growthSamples = 10_000

async function bench(argv: readonly string[]): Promise<void> {
  const options = readOptions(argv)
  if (!options) return console.log(`Usage:\n${usage}`)
  const results =
    options.from.length > 0
      ? options.from.map((file): BenchResult => JSON.parse(readFileSync(file, 'utf8')))
      : [await measureAll(options, argv)]
  const text = results.map(tables).join('\n\n')
  console.log(text)
  if (options.docs) await writeParts(options.docs, [withTables(readFileSync(options.docs, 'utf8'), text)])
}

async function measureAll(options: Options, argv: readonly string[]): Promise<BenchResult> {
  const start = load()
  const work = mkdtempSync(join(tmpdir(), 'voxelwise-bench-'))
  try {
    const outDir = join(work, 'dist')
    await buildBench(outDir)
    const wholeOf = (measured: Measured): BenchResult => ({
      created: new Date().toISOString(),
      command: ['npm run -s bench --', ...argv].join(' '),
      commit: commit(),
      ...measured,
      load: { start, end: load() },
    })
    // Half an hour's figures must not be lost with the last one.
    const keep = async (measured: Measured): Promise<void> => {
      if (options.json) await writeParts(options.json, [`${JSON.stringify(wholeOf(measured), null, 2)}\n`])
    }
    return wholeOf(await measure(options, work, outDir, keep))
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Measured = Omit<BenchResult, 'created' | 'command' | 'commit' | 'load'>

/** @param keep told what is measured so far after every part */
async function measure(
  options: Options,
  work: string,
  outDir: string,
  keep: (measured: Measured) => Promise<void>,
): Promise<Measured> {
  const { models, device } = options
  const cubes = (options.sizes.length > 0 ? [] : models).flatMap(model =>
    options.questions.map(questions => {
      const pictures = model.pictures(questions)
      const name = `cube-${pictures}x${questions}`
      makeCube(join(work, name), pictures, questions)
      return { model, questions, name, samples: pictures * questions }
    }),
  )
  if (options.scale) makeCube(join(work, 'cube-growth'), growthSamples / 4, 4)
  const served: ServedFolder[] = [
    ...models.map(({ name, folder }) => ({ name, folder })),
    ...[...new Set(cubes.map(({ name }) => name)), ...(options.scale ? ['cube-growth'] : [])].map(name => ({
      name,
      folder: join(work, name),
    })),
  ]
  const server = await servePage(served, outDir)
  const { origin } = server
  try {
    const { chromium, gpu } = await aboutBrowser(origin, device)
    let measured: Measured = { machine: machine(gpu), versions: versions(chromium), cases: [] }
    const add = async (part: Partial<Measured>): Promise<void> => {
      measured = { ...measured, ...part }
      await keep(measured)
    }
    const [first] = cubes.slice(options.firstAnswer ? -1 : cubes.length)
    if (first) {
      const { model } = first
      const first_answer = await measureFirstAnswer({
        origin,
        cube: first.name,
        model: model.name,
        modelFolder: model.folder,
        settings: { ...benchSettings, device, dtype: model.dtype, keepFeatures: false },
        threads: options.threads,
        rounds: model.rounds,
        note: text => console.error(`${model.name}, first answer: ${text}`),
      })
      await add({ first_answer })
      return measured
    }
    for (const { model, questions, name, samples } of cubes) {
      const result = await measureCase({
        origin,
        cube: name,
        model: model.name,
        modelFolder: model.folder,
        device,
        dtype: model.dtype,
        threads: options.threads,
        questionsPerImage: questions,
        samples,
        naiveSamples: model.naiveSamples,
        warmUp: model.warmUp,
        rounds: model.rounds,
        floorOfCopies: options.floorOfCopies,
        note: text => console.error(`${model.name}, ${questions} a picture: ${text}`),
      })
      await add({ cases: [...measured.cases, result] })
    }
    for (const questions of options.sizes) {
      const size = await measureSize({
        origin,
        modelFolder: phantomFolder,
        settings: { ...benchSettings, device, dtype: 'fp32', scoring: 'choices', keepFeatures: false },
        questions,
        traces: options.trace,
        note: text => console.error(`${questions}: ${text}`),
      })
      await add({ size: [...(measured.size ?? []), size] })
    }
    const phantom = models.find(({ name }) => name === 'phantom-vlm')
    if (!options.scale || !phantom) return measured
    console.error('At scale')
    const settings: RunSettings = {
      ...benchSettings,
      device,
      dtype: phantom.dtype,
      scoring: 'choices',
      keepFeatures: false,
    }
    const folders = { cube: 'cube-growth', modelFolder: phantom.folder }
    await add({ scale: await measureScale(origin, phantom.rounds) })
    await add({ long_tasks: await measureLongTasks(origin, 400) })
    await add({ growth: await measureGrowth(origin, folders, settings, growthSamples) })
    return measured
  } finally {
    await server.close()
  }
}

async function aboutBrowser(
  origin: string,
  device: Device,
): Promise<{ readonly chromium: string; readonly gpu: string | null }> {
  const { page, version, close } = await openBenchPage(`${origin}/headless.html`, device)
  const gpu = await page.evaluate(async () => {
    const adapter = await navigator.gpu?.requestAdapter()
    return adapter ? `${adapter.info.vendor} ${adapter.info.architecture}` : null
  })
  await close()
  return { chromium: version, gpu }
}

await runCommand(() => bench(process.argv.slice(2)))
