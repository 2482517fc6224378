import type { Server } from '../../src/cli/serve/serve.ts'
import type { RunSettings } from '../../src/engine/protocol/settings.ts'
import { openBenchPage, type PeakMemory } from './browser.ts'
import { measureSpread, type Spread } from './spread.ts'
import { ms, table } from './text-table.ts'

/** The way from Run to the first answer on the page, in a browser that was just started. */
export interface FirstAnswerResult {
  readonly model: string
  /** Milliseconds in all, where Run is pressed at once, and where it is pressed after `waited_ms`. */
  readonly at_once: Spread
  readonly after_waiting: Spread
  readonly waited_ms: number
  /** Milliseconds of each part, in order: medians of the rounds. */
  readonly phases: readonly { readonly name: string; readonly at_once: number; readonly waited: number }[]
  /** From the choice of the model to the answer, of every round where Run is pressed at once. */
  readonly memory: readonly PeakMemory[]
}

export interface FirstAnswerOptions {
  readonly server: Server
  readonly cube: string
  readonly model: string
  readonly modelFolder: string
  readonly settings: RunSettings
  readonly threads: number | null
  readonly rounds: number
  readonly note: (text: string) => void
}

/** Milliseconds from the choice of the model to Run: a user looks at what is to be run. */
const waited = 20_000

type Phases = ReadonlyMap<string, number>

interface FirstAnswer {
  readonly phases: Phases
  readonly memory: PeakMemory
}

export async function measureFirstAnswer(options: FirstAnswerOptions): Promise<FirstAnswerResult> {
  const atOnce: FirstAnswer[] = []
  const later: FirstAnswer[] = []
  for (let round = 0; round < options.rounds; round++) {
    options.note(`round ${round + 1} of ${options.rounds}`)
    atOnce.push(await once(options, 0))
    later.push(await once(options, waited))
  }
  const totals = (rounds: readonly FirstAnswer[]): Spread =>
    measureSpread(rounds.map(({ phases }) => [...phases.values()].reduce((sum, part) => sum + part, 0)))
  const median = (rounds: readonly FirstAnswer[], name: string): number =>
    measureSpread(rounds.map(({ phases }) => phases.get(name) ?? 0)).median
  const names = new Set([...atOnce, ...later].flatMap(({ phases }) => [...phases.keys()]))
  return {
    model: options.model,
    at_once: totals(atOnce),
    after_waiting: totals(later),
    waited_ms: waited,
    phases: [...names].map(name => ({ name, at_once: median(atOnce, name), waited: median(later, name) })),
    memory: atOnce.map(({ memory }) => memory),
  }
}

async function once(options: FirstAnswerOptions, wait: number): Promise<FirstAnswer> {
  const { server, cube, settings } = options
  const { page, peakSince, close } = await openBenchPage(
    server.address('bench.html'),
    'none',
    options.threads,
  )
  try {
    const memory = peakSince()
    await page.setInputFiles('#folder', options.modelFolder)
    await page.evaluate(([c, s]) => bench.openOurs(c, s), [cube, settings] as const)
    await page.waitForTimeout(wait)
    const phases = await page.evaluate(() => bench.firstAnswer())
    return { phases: new Map(phases.map(({ name, ms }) => [name, ms])), memory: await memory() }
  } finally {
    await close()
  }
}

export function firstAnswerTable(result: FirstAnswerResult): string {
  const { model, at_once, after_waiting, waited_ms, phases, memory } = result
  const most = (of: (one: PeakMemory) => number | null): string =>
    String(Math.max(...memory.map(one => of(one) ?? Number.NaN)))
  const range = ({ median, min, max }: Spread): string => `${ms(median)} (${ms(min)} to ${ms(max)})`
  return table(
    [
      `from Run to the first answer, ${model}`,
      'pressed at once',
      `pressed ${waited_ms / 1000} s after the model was chosen`,
    ],
    [
      ...phases.map(({ name, at_once, waited }) => [name, ms(at_once), ms(waited)]),
      ['in all', range(at_once), range(after_waiting)],
      ['most memory of the page, MB', most(({ page_mb }) => page_mb), ''],
      ['most memory of the whole browser, MB', most(({ browser_mb }) => browser_mb), ''],
    ],
  )
}
