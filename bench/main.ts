/**
 * Measures the built page in real Chromium against a plain transformers.js loop and against the time that the
 * model's sessions themselves need. Run by `npm run -s bench -- …`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { type CommandSpec, defineCommand, runIfStarted } from '../src/cli/base/command.ts'
import { dtypeOption, namedDtype } from '../src/cli/base/dtype-option.ts'
import { writeParts } from '../src/cli/base/files.ts'
import {
  choiceOption,
  countOption,
  flagOption,
  type OptionValues,
  textOption,
  usageError,
} from '../src/cli/base/options.ts'
import type { Gpu } from '../src/cli/browser/chromium.ts'
import { type ServedFolder, servePage } from '../src/cli/serve/serve.ts'
import { type Dtype, type PageDevice, pageDevices } from '../src/engine/protocol/device.ts'
import type { RunSettings } from '../src/engine/protocol/settings.ts'
import { aboutBrowser } from './command/about-browser.ts'
import { againstTable, measureAgainst } from './command/against.ts'
import { buildBench } from './command/build.ts'
import { measureCase } from './command/case.ts'
import { bundledPictures, makeCube } from './command/cube.ts'
import { measureFirstAnswer } from './command/first-answer.ts'
import { type GpuResult, measureGpu } from './command/gpu.ts'
import { commit, load, machine, versions } from './command/machine.ts'
import { measureParts } from './command/parts.ts'
import type { BenchResult } from './command/result.ts'
import { measureGrowth, measureLongTasks, measureScale } from './command/scale.ts'
import { benchSettings } from './command/settings.ts'
import { measureSize } from './command/size.ts'
import { tables } from './command/table.ts'

const spec = {
  name: 'bench',
  about: 'Measures the built page in Chromium.',
  synopsis: ['npm run -s bench -- [options]'],
  options: [
    flagOption('quick', 'Only the phantom VLM on WASM, with 4 questions an image, and nothing at scale.'),
    textOption('json', 'FILE', 'Where the figures are written.'),
    textOption(
      'from',
      'FILES',
      'Measure nothing: print tables of the --json files of earlier runs (a.json,b.json).',
    ),
    textOption('against', 'COMMIT', 'Measure this commit, too, each three times in turn.'),
    textOption('model', 'DIR', 'Also measure this ONNX model folder.'),
    flagOption('only', 'Skip the phantom VLM.', { needs: 'model' }),
    dtypeOption('fp32'),
    choiceOption('device', 'DEVICE', pageDevices, 'the device.', { default: 'wasm' }),
    flagOption(
      'software',
      'Accept a software adapter: it shows that the bench works, not how fast a GPU is.',
    ),
    countOption('threads', 'N', 'Threads of the model, in every contender.', {
      default: 'as many as there are cores',
    }),
    textOption('questions', 'LIST', 'Questions per image.', { default: '1,4,8' }),
    countOption('pictures', 'N', 'Images per case.', {
      default: 'all for the phantom VLM, 48 with --quick; else 4, 2 and 1 with 1, 4 and 8 questions',
    }),
    countOption('rounds', 'N', 'How often each figure is measured.', {
      default: '5 for the phantom VLM, 2 with --quick; else 3',
    }),
    flagOption(
      'first-answer',
      'Only the time from Run to the first answer, in a browser that was just started.',
    ),
    flagOption('no-scale', 'Nothing at scale.'),
    textOption('parts', 'DIRS', "Only what the parts of these models take, by the image's tiles (a,b)."),
    textOption('dtypes', 'LIST', 'Precisions of --parts, in turn.', { default: 'fp32', needs: 'parts' }),
    textOption(
      'size',
      'LIST',
      'Only the page with so many questions and a stub model (10000,100000,1000000).',
    ),
    flagOption('trace', "Measure the longest task of the page's thread instead of memory.", {
      needs: 'size',
    }),
  ],
} as const satisfies CommandSpec

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
  readonly device: PageDevice
  readonly gpu: Gpu
  readonly threads: number | null
  readonly questions: readonly number[]
  readonly scale: boolean
  readonly firstAnswer: boolean
  /** Models of which only the parts are measured, at these precisions; none where all is. */
  readonly parts: { readonly folders: readonly string[]; readonly dtypes: readonly Dtype[] }
  readonly rounds: number
  /** Numbers of questions; where there are any, nothing else is measured. */
  readonly sizes: readonly number[]
  readonly trace: boolean
  readonly floorOfCopies: boolean
  readonly json: string | undefined
  /** Files of earlier runs; where there are any, nothing is measured. */
  readonly from: readonly string[]
}

/**
 * Questions after which Chromium is done compiling. It compiles what runs often a second time beside the run, and two
 * functions of ONNX Runtime are so large that each takes one core for about ten seconds, when some 1,200 and some 2,600
 * questions have been asked (seen in a trace).
 */
const settled = 3500

function readOptions(args: OptionValues<typeof spec.options>): Options {
  const dtype = args.dtype === undefined ? 'fp32' : namedDtype(args.dtype)
  const { pictures, rounds, device = 'wasm', questions = args.quick ? '4' : '1,4,8' } = args
  if (!/^\d{1,3}(,\d{1,3})*$/.test(questions))
    throw usageError('--questions takes numbers such as 1,4,8.', `--questions ${questions}`)
  if (args.size !== undefined && !/^[1-9]\d{0,6}(,[1-9]\d{0,6})*$/.test(args.size))
    throw usageError('--size takes numbers such as 10000,100000,1000000.', `--size ${args.size}`)
  const phantom: BenchModel = {
    name: 'phantom-vlm',
    folder: phantomFolder,
    dtype,
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
          dtype,
          pictures: asked => pictures ?? Math.max(1, Math.floor(8 / Math.max(2, asked))),
          naiveSamples: 1,
          warmUp: 0,
          rounds: rounds ?? 3,
        }
  return {
    models: [...(args.only ? [] : [phantom]), ...(other ? [other] : [])],
    device,
    gpu: device === 'wasm' ? 'none' : args.software ? 'software' : 'hardware',
    threads: args.threads ?? null,
    questions: questions.split(',').map(Number),
    firstAnswer: args['first-answer'],
    parts: {
      folders: args.parts?.split(',') ?? [],
      dtypes: (args.dtypes ?? 'fp32').split(',').map(namedDtype),
    },
    rounds: rounds ?? 3,
    scale:
      device === 'wasm' &&
      !args['first-answer'] &&
      !args.quick &&
      !args['no-scale'] &&
      args.size === undefined,
    sizes: args.size?.split(',').map(Number) ?? [],
    trace: args.trace,
    floorOfCopies: !args.quick,
    json: args.json,
    from: args.from?.split(',') ?? [],
  }
}

const phantomFolder = 'public/models/phantom-vlm'

const growthSamples = 10_000

export const main = defineCommand(spec, async ({ args, argv, io }) => {
  const { against } = args
  const options = readOptions(args)
  if (against !== undefined) {
    if (args.json !== undefined) throw usageError('--against prints a table and writes no file.', '--json')
    const results = await measureAgainst(against, without(argv, '--against'), text => console.error(text))
    io.stdout(againstTable(against, results))
    return
  }
  const results =
    options.from.length > 0
      ? options.from.map((file): BenchResult => JSON.parse(readFileSync(file, 'utf8')))
      : [await measureAll(options, argv)]
  io.stdout(results.map(tables).join('\n\n'))
})

/** The arguments without an option and its value. */
function without(argv: readonly string[], option: string): readonly string[] {
  const at = argv.indexOf(option)
  return at < 0 ? argv.filter(word => !word.startsWith(`${option}=`)) : argv.toSpliced(at, 2)
}

async function measureAll(options: Options, argv: readonly string[]): Promise<BenchResult> {
  const start = load()
  const work = mkdtempSync(join(tmpdir(), 'voxelwise-bench-'))
  try {
    const outDir = join(work, 'dist')
    await buildBench(outDir)
    const roundedResult = (measured: Measured): BenchResult => ({
      created: new Date().toISOString(),
      command: ['npm run -s bench --', ...argv].join(' '),
      commit: commit(),
      ...measured,
      load: { start, end: load() },
    })
    // Half an hour's figures must not be lost with the last one.
    const keep = async (measured: Measured): Promise<void> => {
      if (options.json)
        await writeParts(options.json, [`${JSON.stringify(roundedResult(measured), null, 2)}\n`])
    }
    return roundedResult(await measure(options, work, outDir, keep))
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Measured = Omit<BenchResult, 'created' | 'command' | 'commit' | 'load'>

async function measurePartsAlone(
  { parts: { folders, dtypes }, rounds }: Options,
  work: string,
  outDir: string,
): Promise<Measured> {
  const cube = { name: 'cube', folder: join(work, 'cube') }
  makeCube(cube.folder, 1, 1)
  const server = await servePage([cube], outDir)
  try {
    const { chromium, gpu } = await aboutBrowser(server.origin, 'none')
    const models = folders.map(folder => ({ name: basename(resolve(folder)), folder }))
    const note = (text: string) => console.error(text)
    const parts = await measureParts({ server, cube: cube.name, models, dtypes, rounds, note })
    return { machine: machine(gpu), versions: versions(chromium), cases: [], parts }
  } finally {
    await server.close()
  }
}

/** @param keep told what is measured so far after every part */
async function measure(
  options: Options,
  work: string,
  outDir: string,
  keep: (measured: Measured) => Promise<void>,
): Promise<Measured> {
  const { models, device, parts } = options
  if (parts.folders.length > 0) return measurePartsAlone(options, work, outDir)
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
    const { chromium, gpu } = await aboutBrowser(origin, options.gpu)
    let measured: Measured = { machine: machine(gpu), versions: versions(chromium), cases: [] }
    const add = async (part: Partial<Measured>): Promise<void> => {
      measured = { ...measured, ...part }
      await keep(measured)
    }
    const [first] = cubes.slice(options.firstAnswer ? -1 : cubes.length)
    if (first) {
      const { model } = first
      const first_answer = await measureFirstAnswer({
        server,
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
    const refused = new Set<BenchModel>()
    if (device === 'webgpu')
      for (const [i, model] of models.entries()) {
        const cube = cubes.find(one => one.model === model)
        if (!cube) continue
        const gpu: GpuResult = await measureGpu({
          ...{ server, cube: cube.name, model: model.name, modelFolder: model.folder, gpu: options.gpu },
          ...{ dtype: model.dtype, rounds: model.rounds, scratch: join(work, `native-${i}`) },
          note: text => console.error(`${model.name}: ${text}`),
        })
        if (!gpu.self_test.passed) refused.add(model)
        await add({ gpu: [...(measured.gpu ?? []), gpu] })
      }
    for (const { model, questions, name, samples } of cubes) {
      if (refused.has(model)) continue
      const result = await measureCase({
        server,
        cube: name,
        model: model.name,
        modelFolder: model.folder,
        device,
        gpu: options.gpu,
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
    await add({ scale: await measureScale(server, phantom.rounds) })
    await add({ long_tasks: await measureLongTasks(origin, 400) })
    await add({ growth: await measureGrowth(server, folders, settings, growthSamples) })
    return measured
  } finally {
    await server.close()
  }
}

await runIfStarted(import.meta.url, main)
