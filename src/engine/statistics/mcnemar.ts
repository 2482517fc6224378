/** Two runs on the same samples: does one answer more of them right, and how many more? */
import { binomialCdf } from './special.ts'
import { type Interval, wilson } from './wilson.ts'

/** Samples by what two runs made of them. */
export interface PairedTable {
  readonly bothRight: number
  readonly onlyFirst: number
  readonly onlySecond: number
  readonly bothWrong: number
}

/**
 * McNemar's exact test, two-sided: the samples that only one run has right fall on either side like coins.
 * Q. McNemar (1947), Psychometrika 12, 153–157; the p-value is twice the smaller tail, at most 1, as in
 * statsmodels's `mcnemar(exact=True)`.
 */
export function mcnemar({ onlyFirst, onlySecond }: PairedTable): number {
  const tail = binomialCdf(Math.min(onlyFirst, onlySecond), onlyFirst + onlySecond, 0.5)
  return Math.min(1, 2 * tail)
}

export interface PairedDifference extends Interval {
  /** Accuracy of the second run less that of the first. */
  readonly difference: number
}

/**
 * The difference in accuracy with its 95 % interval. R. G. Newcombe (1998), "Improved confidence intervals for the
 * difference between binomial proportions based on paired data", Stat. Med. 17, 2635–2650, method 10: two Wilson
 * intervals, combined with the correlation of the runs (φ, with his continuity correction). It stays within -1 to 1 and
 * has width even if the runs agree throughout.
 */
export function pairedDifference(table: PairedTable): PairedDifference {
  const { bothRight: e, onlySecond: f, onlyFirst: g, bothWrong: h } = table
  const n = e + f + g + h
  if (n === 0) return { difference: 0, low: -1, high: 1 }
  const second = reaches(e + f, n)
  const first = reaches(e + g, n)
  const phi = correlation(e, f, g, h)
  const reach = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b))
  const difference = (f - g) / n
  return {
    difference,
    low: difference - reach(second.down, first.up),
    high: difference + reach(second.up, first.down),
  }
}

/** How far Wilson's interval reaches to either side of the proportion. */
function reaches(correct: number, n: number) {
  const { low, high } = wilson(correct, n)
  return { down: correct / n - low, up: high - correct / n }
}

function correlation(e: number, f: number, g: number, h: number): number {
  const scale = Math.sqrt((e + f) * (g + h) * (e + g) * (f + h))
  if (scale === 0) return 0
  const product = e * h - f * g
  return (product > 0 ? Math.max(product - (e + f + g + h) / 2, 0) : product) / scale
}
