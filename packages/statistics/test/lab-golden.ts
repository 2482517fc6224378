/** What tools/golden/lab_statistics.py writes. */
import { expect } from 'vitest'
import { golden } from './golden.ts'

type Triple = [number, number, number]

interface BinningGolden {
  readonly accuracy: number[]
  readonly confidence: number[]
  readonly ece: number
}

interface LabGolden {
  readonly random: [
    seed: number,
    words: number[],
    below: [end: number, drawn: number][],
    units: number[],
    normals: number[],
  ][]
  readonly special: {
    readonly beta: [x: number, a: number, b: number, value: number][]
    readonly logBeta: Triple[]
    readonly logGamma: [number, number][]
    readonly normalQuantile: [number, number][]
    readonly binomial: [k: number, n: number, chance: number, value: number][]
  }
  readonly bootstrap: {
    readonly clusters: [number, number, number, number][]
    readonly seed: number
    readonly resamples: number
    readonly luck: Triple
    readonly rationality: Triple
  }[]
  readonly paired: [
    bothRight: number,
    onlySecond: number,
    onlyFirst: number,
    bothWrong: number,
    p: number,
    difference: number,
    low: number,
    high: number,
  ][]
  readonly holm: [number[], number[]][]
  readonly pearson: Record<'x' | 'y', number[]>[] & Record<'r' | 'p' | 'low' | 'high', number>[]
  readonly calibration: {
    readonly forecasts: [hundredths: number[], right: number][]
    readonly 'equal-width': BinningGolden
    readonly 'equal-mass': BinningGolden
    readonly brier: number
    readonly brierTop: number
    readonly negativeLogLikelihood: number
    readonly coverage: [coverage: number, accuracy: number][]
    readonly aurc: number
  }[]
  readonly correlation: { readonly columns: (number | null)[][]; readonly matrix: (number | null)[][] }
  readonly linkage: {
    readonly condensed: number[]
    readonly linkage: [number, number, number, number][]
    readonly leaves: number[]
  }[]
}

export const labGolden = golden<LabGolden>('statistics.json')

/** Equal but for a share of the expected value, however small that is. */
export function expectRelative(found: number, expected: number, tolerance: number) {
  if (found === expected) return
  expect(Math.abs(found / expected - 1), `${found} for ${expected}`).toBeLessThan(tolerance)
}
