/** What the parts of a model take: an image by its number of tiles, the beginning of a prompt, a question, one token. */
import type { Server } from '../../src/cli/serve/serve.ts'
import type { Dtype } from '../../src/engine/protocol/device.ts'
import type { SessionTimes } from '../page/sessions.worker.ts'
import { openBenchPage } from './browser.ts'
import { measureSpread } from './spread.ts'
import { ms, table } from './text-table.ts'

export interface PartsOptions {
  readonly server: Server
  /** Name of a served data set. */
  readonly cube: string
  readonly models: readonly { readonly name: string; readonly folder: string }[]
  readonly dtypes: readonly Dtype[]
  /** How often each is measured, each time in a fresh thread and in turn with the others. */
  readonly rounds: number
  readonly note: (text: string) => void
}

export interface PartsResult {
  readonly model: string
  readonly dtype: Dtype
  /** In words why it fails; otherwise one for each round. */
  readonly times: readonly SessionTimes[] | string
}

/** How often a part is measured in one round, after once that is not: 17 tiles take most of a minute. */
const within = 1

/** Every model at every precision, on WebAssembly with all cores. */
export async function measureParts(options: PartsOptions): Promise<readonly PartsResult[]> {
  const { server, cube, models, dtypes, rounds, note } = options
  const pages = await Promise.all(
    models.map(async ({ name, folder }) => {
      const opened = await openBenchPage(server.address('bench.html'), 'none')
      await opened.page.setInputFiles('#folder', folder)
      return { name, ...opened }
    }),
  )
  try {
    const cases = pages.flatMap(({ name, page }) => dtypes.map(dtype => ({ name, page, dtype })))
    const found = new Map(cases.map(one => [one, { times: [] as SessionTimes[], failure: '' }]))
    for (let round = 1; round <= rounds; round++)
      for (const [one, result] of found) {
        if (result.failure) continue
        note(`round ${round} of ${rounds}: ${one.name} ${one.dtype}`)
        const threads = await one.page.evaluate(() => navigator.hardwareConcurrency)
        const task = { device: 'wasm', dtype: one.dtype, threads, tuning: {}, rounds: within } as const
        await one.page
          .evaluate(([c, t]) => bench.sessions(c, t, 1), [cube, task] as const)
          .then(times => result.times.push(...times))
          // A folder may lack a precision: what it says is the result.
          .catch(error => {
            result.failure = firstLine(error)
          })
      }
    return [...found].map(([{ name, dtype }, { times, failure }]) => ({
      ...{ model: name, dtype },
      times: failure || times,
    }))
  } finally {
    for (const { close } of pages) await close()
  }
}

/** A line for each model and precision. */
export function partsTable(results: readonly PartsResult[]): string {
  const first = results.find(({ times }) => typeof times !== 'string')?.times[0]
  if (first === undefined || typeof first === 'string') return 'Nothing was measured.'
  const head = ['model, WASM', ...partsHead(first)]
  const rows = results.map(({ model, dtype, times }) => [
    `${model} ${dtype}`,
    ...(typeof times === 'string' ? head.slice(1).map(() => '') : partsCells(times, first)),
  ])
  const failures = results.flatMap(({ model, dtype, times }) =>
    typeof times === 'string' ? [`${model} ${dtype}: ${times}`] : [],
  )
  return [
    'Milliseconds of the models’ parts (medians of the rounds):',
    table(head, rows),
    'SmolVLM’s 13 tiles are about 1,140 tokens: encoded and prefilled once for all questions on an image.',
    ...failures,
  ].join('\n\n')
}

/** @param first times whose parts are the columns */
export const partsHead = (first: SessionTimes): readonly string[] => [
  'load',
  ...first.encode.map(({ tiles }) => `encode ${tiles}`),
  ...first.prefill.map(({ tokens }) => `prefill ${tokens}`),
  `question ${first.question.tokens}`,
  ...first.token.map(({ after }) => `token after ${after}`),
]

/** Medians of all times, in the columns of `partsHead`. */
export function partsCells(times: readonly SessionTimes[], first: SessionTimes): readonly string[] {
  const of = (part: (one: SessionTimes) => readonly number[]): string => {
    const values = times.flatMap(part)
    return values.length > 0 ? ms(measureSpread(values).median) : ''
  }
  return [
    of(({ load }) => [load]),
    ...first.encode.map((_, i) => of(({ encode }) => encode[i]?.ms ?? [])),
    ...first.prefill.map((_, i) => of(({ prefill }) => prefill[i]?.ms ?? [])),
    of(({ question }) => question.ms),
    ...first.token.map((_, i) => of(({ token }) => token[i]?.ms ?? [])),
  ]
}

/** The first line of what an error says, without where it was thrown. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n    at ')[0]?.replaceAll('\n', ' ') ?? ''
