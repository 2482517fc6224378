/** Which of two runs is to be used for what, as far as their figures go. */
import { computedHere } from '../protocol/device.ts'
import type { Run } from '../protocol/run.ts'
import type { RunsComparison } from './comparison.ts'
import { isFound } from './paired-differences.ts'
import { type Estimate, findBaseline, sideOfGuessing } from './shares.ts'

/** One of the two runs: the first is 0. */
export type Which = 0 | 1

/** What a run costs, and the same of the other. */
export interface CostPair {
  readonly values: readonly [number, number]
  /** The run that costs less; null where they cost about the same. */
  readonly less: Which | null
}

export interface RunChoice {
  /** The more accurate run, by the adjusted p-value; null where none was found more accurate. */
  readonly better: Which | null
  /** Whether they gave the same answers to everything that both answered. */
  readonly areSame: boolean
  /** Whether neither is clearly above guessing and the most frequent answer. */
  readonly areGuessing: boolean
  /** Seconds per question; null where they were not measured alike. */
  readonly seconds: CostPair | null
  /** Bytes of memory, as expected before the run; null where that is not known of both. */
  readonly memory: CostPair | null
}

interface Chosen {
  readonly runs: readonly Run[]
  readonly comparison: RunsComparison
  /** Seconds per question of each run, or null. */
  readonly seconds: readonly (number | null)[]
}

/** null unless there are two runs that answered some of the same questions. */
export function runChoice({ runs, comparison, seconds }: Chosen): RunChoice | null {
  const [first, second, third] = runs
  const [against] = comparison.againstBaseline
  if (!first || !second || third || !against || against.overall.n === 0) return null
  const { overall } = against
  return {
    better: isFound(overall) ? (overall.difference > 0 ? 1 : 0) : null,
    areSame: comparison.copies.length > 0,
    areGuessing: comparison.runs.every(run => isNotAbove(run.overall)),
    seconds: areTimedAlike(first, second) ? costPair(seconds[0], seconds[1]) : null,
    memory: costPair(first.model.memory, second.model.memory),
  }
}

/** A difference below a tenth is not worth a choice. */
const least = 1.1

function costPair(a: number | null | undefined, b: number | null | undefined): CostPair | null {
  if (!a || !b) return null
  return { values: [a, b], less: b >= least * a ? 0 : a >= least * b ? 1 : null }
}

const isNotAbove = (estimate: Estimate): boolean =>
  findBaseline(estimate) !== null && sideOfGuessing(estimate) < 1

/** Whether one machine and one runtime computed both: otherwise their times say nothing of the models. */
export function areTimedAlike(first: Run, second: Run): boolean {
  const isOwn = ({ settings, imported, merged }: Run): boolean =>
    computedHere(settings) !== null && imported === undefined && merged === undefined
  const machine = ({ settings: { device }, environment }: Run): string => {
    const { onnxruntime, kernel, userAgent, threads, copies = 1, runtime, adapter } = environment
    return JSON.stringify([device, onnxruntime, kernel, userAgent, threads, copies, runtime, adapter])
  }
  return isOwn(first) && isOwn(second) && machine(first) === machine(second)
}
