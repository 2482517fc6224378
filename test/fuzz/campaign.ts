/** Fuzzing: parsers take turns, each input from a seed of its own. */
import { Random } from '../unit/support/random.ts'
import { Harness, type Tried } from './harness.ts'

export interface Finding extends Tried {
  readonly parser: string
  /** Makes this one input again. */
  readonly seed: number
}

export interface Totals {
  inputs: number
  readonly outcomes: Map<string, number>
  ms: number
  memory: number
}

export interface Campaign {
  readonly totals: ReadonlyMap<string, Totals>
  readonly findings: readonly Finding[]
}

/** How long: so many inputs of each parser, or seconds of the clock. */
export type Budget = { readonly rounds: number } | { readonly seconds: number }

/** @param seed all seeds of inputs come from it */
export async function fuzz(names: readonly string[], seed: number, budget: Budget): Promise<Campaign> {
  const totals = new Map(
    names.map(name => [name, { inputs: 0, outcomes: new Map(), ms: 0, memory: 0 } as Totals]),
  )
  const findings: Finding[] = []
  const random = new Random(seed)
  const harness = new Harness()
  const began = performance.now()
  const isOver = (rounds: number): boolean =>
    'rounds' in budget ? rounds >= budget.rounds : performance.now() - began >= budget.seconds * 1000
  try {
    for (let round = 0; !isOver(round); round++)
      for (const [parser, total] of totals) {
        const input = random.below(2 ** 32)
        const tried = await harness.try({ parser, seed: input })
        const outcome = tried.fault ?? tried.code ?? ''
        total.inputs++
        total.outcomes.set(outcome, (total.outcomes.get(outcome) ?? 0) + 1)
        total.ms = Math.max(total.ms, tried.ms)
        total.memory = Math.max(total.memory, tried.memory)
        if (tried.fault !== null) findings.push({ parser, ...tried, seed: input })
      }
  } finally {
    harness.close()
  }
  return { totals, findings }
}

/** How to have it again, and what it was. */
export function describeFinding({ parser, seed, fault, ms, memory, size, message }: Finding): string {
  const cost = `${Math.round(ms)} ms, ${Math.round(memory / 1e6)} MB, input of ${size} bytes`
  return `${fault}: npm run fuzz -- --only ${parser} --input ${seed} (${cost})\n${message}`
}
