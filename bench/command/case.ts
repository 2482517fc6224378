import type { Gpu } from '../../src/cli/browser/chromium.ts'
import type { Server } from '../../src/cli/serve/serve.ts'
import type { Device, Dtype } from '../../src/engine/protocol/device.ts'
import type { RunSettings, Scoring } from '../../src/engine/protocol/settings.ts'
import { type BenchPage, openBenchPage } from './browser.ts'
import { benchSettings } from './settings.ts'
import { measureSpread, type Spread } from './spread.ts'

/** One model on one device with so many questions an image. */
export interface CaseOptions {
  readonly server: Server
  /** Names of folders that the server hands out. */
  readonly cube: string
  readonly model: string
  /** Where the model lies. */
  readonly modelFolder: string
  readonly device: Device
  readonly gpu: Gpu
  readonly dtype: Dtype
  /** The threads of every contender; null for as many as there are cores, and the library's default for naive. */
  readonly threads: number | null
  readonly questionsPerImage: number
  readonly samples: number
  /** What the naive loop asks of them: its time a question does not depend on how many there are. */
  readonly naiveSamples: number
  /**
   * Questions that are asked before any is timed, and then the first half of every run of ours goes untimed too: what
   * starts and is compiled would hide how small the rest is. 0 where a question takes so long that it does not matter.
   */
  readonly warmUp: number
  readonly rounds: number
  /** Measure also the floor of as many copies of the model as a run of ours has. */
  readonly floorOfCopies: boolean
  readonly note: (text: string) => void
}

/** How often a few images are asked about to tell what giving way costs: of a small model, and of a large one. */
const givingWayParts = { small: 30, large: 3 }

const figures = [
  'naive_ms',
  'naive_threads_ms',
  'generate_ms',
  'choices_ms',
  'kept_ms',
  'floor_generate_ms',
  'floor_choices_ms',
  'engine_generate_ms',
  'engine_choices_ms',
  'load_ms',
  'first_answer_ms',
] as const
type Figure = (typeof figures)[number]

/** Milliseconds a question, but for `load_ms` and `first_answer_ms`: medians; `spread` has the extremes. */
export interface CaseResult extends Readonly<Record<Figure, number>> {
  readonly model: string
  readonly device: Device
  readonly dtype: Dtype
  /** Where there were not as many as cores. */
  readonly threads?: number
  readonly questions_per_image: number
  readonly samples: number
  readonly naive_samples: number
  readonly rounds: number
  readonly spread: Readonly<Record<Figure, readonly [min: number, max: number]>>
  /** Ours by the floor of the same round, measured next to it. */
  readonly over_floor: Readonly<Record<Scoring, Spread>>
  /** Where a run of ours has several copies of the model: how many, and the floor of so many side by side. */
  readonly copies?: {
    readonly number: number
    readonly floor_ms: Readonly<Record<Scoring, Spread>>
    readonly over_floor: Readonly<Record<Scoring, Spread>>
  }
  /** How often a session was run for all samples. */
  readonly floor_runs: { readonly generate: number; readonly choices: number }
  /** The prefill of a question, alone and as one of a batch; null where the model takes no batch on top of a shared prefix, and on a GPU. */
  readonly batch: { readonly size: number; readonly alone_ms: number; readonly batched_ms: number } | null
  /** An occlusion map of an image that is encoded, and the sessions' part of it; absent in files of earlier versions. */
  readonly map?: { readonly images: number; readonly ms: number; readonly floor_ms: number }
  /** The part of the engine's time in which it gives way to the events of its thread. */
  readonly giving_way: Spread
  readonly naive_load_ms: number
  readonly samples_per_second: number
  readonly peak_memory_mb: Readonly<Record<'naive' | 'ours' | 'floor', number | null>>
}

export async function measureCase(options: CaseOptions): Promise<CaseResult> {
  const { server, device, dtype, threads, cube, model, samples, rounds, note } = options
  const settings: RunSettings = { ...benchSettings, device, dtype }
  const choices: RunSettings = { ...settings, scoring: 'choices' }
  const naiveSamples = Math.min(options.naiveSamples, samples)
  const open = (): Promise<BenchPage> => openBenchPage(server.address('bench.html'), options.gpu, threads)
  const [naive, naiveThreads, ours, floor] = await Promise.all([open(), open(), open(), open()])
  const pages = [naive, naiveThreads, ours, floor]
  try {
    note('loading')
    const naiveModel = { folder: model, device, dtype, maxNewTokens: settings.maxNewTokens }
    const load = ({ page }: BenchPage, given: number | null): Promise<number> =>
      page.evaluate(([c, m]) => bench.loadNaive(c, m), [cube, { ...naiveModel, threads: given }] as const)
    const cores = await naive.page.evaluate(() => navigator.hardwareConcurrency)
    const naiveLoad = await load(naive, threads)
    await load(naiveThreads, cores)
    for (const { page } of [ours, floor]) await page.setInputFiles('#folder', options.modelFolder)
    const copies = await floor.page.evaluate(([c, s, w]) => bench.loadFloor(c, s, w), [
      cube,
      settings,
      options.floorOfCopies,
    ] as const)
    await ours.page.evaluate(c => bench.openOurs(c), cube)

    const values = new Map<Figure, number[]>(figures.map(figure => [figure, []]))
    const floorRuns = { generate: 0, choices: 0 }
    const add = (figure: Figure, value: number): void => {
      values.get(figure)?.push(value)
    }
    const askNaive = async ({ page }: BenchPage, limit: number): Promise<number> => {
      const { ms, texts } = await page.evaluate(n => bench.naive(n), limit)
      return ms / texts.length
    }
    const untimed = options.warmUp > 0 ? Math.floor(samples / 2) : 0
    const askOurs = async (wanted: RunSettings, fresh: boolean) => {
      const run = await ours.page.evaluate(([s, f, w]) => bench.ours(s, f, w), [
        wanted,
        fresh,
        untimed,
      ] as const)
      if (run.answered !== samples) throw new Error(`Of ${samples} questions ${run.answered} were answered.`)
      return run
    }
    const askFloor = (wanted: RunSettings) => floor.page.evaluate(s => bench.floor(s), wanted)
    const askCopies = (wanted: RunSettings) =>
      floor.page.evaluate(([s, n]) => bench.floorOfCopies(s, n), [wanted, samples] as const)
    const ofCopies: Readonly<Record<Scoring, number[]>> = { generate: [], choices: [] }

    const measureFloor = async (wanted: RunSettings): Promise<void> => {
      const { ms, engineMs, runs } = await askFloor(wanted)
      add(`floor_${wanted.scoring}_ms`, ms / samples)
      add(`engine_${wanted.scoring}_ms`, engineMs / samples)
      floorRuns[wanted.scoring] = runs
      if (copies > 1) ofCopies[wanted.scoring].push(await askCopies(wanted))
    }

    const measures: (readonly [name: string, measure: () => Promise<void>])[] = [
      ['naive', async () => add('naive_ms', await askNaive(naive, naiveSamples))],
      ['naive, all cores', async () => add('naive_threads_ms', await askNaive(naiveThreads, naiveSamples))],
      [
        'generate',
        async () => {
          const run = await askOurs(settings, true)
          add('generate_ms', run.question)
          add('load_ms', run.load)
          add('first_answer_ms', run.firstAnswer)
        },
      ],
      // Each beside its floor: the machine's speed changes from minute to minute.
      ['floor of generate', () => measureFloor(settings)],
      ['choices', async () => add('choices_ms', (await askOurs(choices, true)).question)],
      ['floor of choices', () => measureFloor(choices)],
      ['kept', async () => add('kept_ms', (await askOurs(settings, false)).question)],
    ]

    note('warming up')
    if (options.warmUp > 0) {
      await askNaive(naive, naiveSamples)
      await askNaive(naiveThreads, naiveSamples)
    }
    for (let asked = 0; asked < options.warmUp; asked += samples) {
      await askOurs(settings, true)
      await askFloor(settings)
      if (copies > 1) await askCopies(settings)
    }
    for (let round = 0; round < rounds; round++) {
      for (const [i] of measures.entries()) {
        const [what, measure] = measures[(i + round) % measures.length] ?? []
        note(`round ${round + 1} of ${rounds}: ${what}`)
        await measure?.()
      }
    }

    note('batching')
    const batch = device === 'wasm' ? await floor.page.evaluate(s => bench.batch(s, 4), settings) : null

    note('occlusion maps')
    const maps = await floor.page.evaluate(() => bench.maps())

    note('giving way')
    const parts = options.warmUp > 0 ? givingWayParts.small : givingWayParts.large
    const givingWay = await floor.page.evaluate(([s, n]) => bench.givingWay(s, n), [settings, parts] as const)

    const spreads = new Map<Figure, Spread>([...values].map(([figure, all]) => [figure, measureSpread(all)]))
    const record = <T>(of: (spread: Spread) => T): Record<Figure, T> =>
      Object.fromEntries([...spreads].map(([figure, spread]) => [figure, of(spread)])) as Record<Figure, T>
    const medians = record(({ median }) => median)
    const over = (scoring: Scoring, floors: readonly number[]): Spread =>
      measureSpread(
        (values.get(`${scoring}_ms`) ?? []).map((ms, round) => ms / (floors[round] ?? Number.NaN)),
      )
    const overFloor = (scoring: Scoring): Spread => over(scoring, values.get(`floor_${scoring}_ms`) ?? [])
    const both = (of: (scoring: Scoring) => Spread): Record<Scoring, Spread> => ({
      generate: of('generate'),
      choices: of('choices'),
    })
    return {
      model,
      device,
      dtype,
      ...(threads !== null && { threads }),
      questions_per_image: options.questionsPerImage,
      samples,
      naive_samples: naiveSamples,
      rounds,
      ...medians,
      samples_per_second: 1000 / medians.generate_ms,
      spread: record(({ min, max }) => [min, max] as const),
      over_floor: both(overFloor),
      ...(copies > 1 && {
        copies: {
          number: copies,
          floor_ms: both(scoring => measureSpread(ofCopies[scoring])),
          over_floor: both(scoring => over(scoring, ofCopies[scoring])),
        },
      }),
      floor_runs: floorRuns,
      batch: batch && { size: batch.size, alone_ms: batch.alone, batched_ms: batch.batched },
      ...(maps.images > 0 && {
        map: { images: maps.images, ms: maps.ms / maps.images, floor_ms: maps.floorMs / maps.images },
      }),
      giving_way: measureSpread(givingWay),
      naive_load_ms: naiveLoad,
      peak_memory_mb: {
        naive: await naive.peakMemory(),
        ours: await ours.peakMemory(),
        floor: await floor.peakMemory(),
      },
    }
  } finally {
    for (const page of pages) await page.close()
  }
}
