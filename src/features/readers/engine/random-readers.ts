/** Inference to other readers and other cases: the part that both comparisons share. */
import { chiSquaredTail, incompleteBeta, studentQuantile } from '@voxelwise/statistics'

/** A difference of shares right with its 95 % interval. What is not defined is null. */
export interface ReaderEffect {
  readonly effect: number | null
  readonly se: number | null
  /** Null stands for a normal distribution too: the readers do not differ. */
  readonly df: number | null
  /** Two-sided. */
  readonly p: number | null
  readonly low: number | null
  readonly high: number | null
  /** Why there is no inference; null where there is one. */
  readonly refused: 'few-readers' | 'one-cluster' | null
}

/** With fewer, readers are no sample of readers: each is compared as a run of its own. */
export const fewestReaders = 3

/** A variance below this share of its parts is what rounding leaves of numbers that are equal. */
const rounding = 1e-28

/** Below it the readers' variance is none. @param largest the largest share */
export const isNoVariance = (variance: number, largest: number): boolean =>
  variance <= rounding * Math.max(1, largest ** 2)

/**
 * Student's t with the degrees of freedom of S. L. Hillis (2007), Stat. Med. 26, 596–619: (J − 1)(total/between)², and the normal
 * distribution where the readers do not differ.
 * @param scale the squared standard error is `scale · total / J`
 */
export function readerEffect(
  effect: number,
  { between, total, readers, scale }: Readonly<Record<'between' | 'total' | 'readers' | 'scale', number>>,
): ReaderEffect {
  const se = Math.sqrt((scale * total) / readers)
  const df = between > 0 ? (readers - 1) * (total / between) ** 2 : null
  const reach = studentQuantile(df ?? Number.POSITIVE_INFINITY) * se
  return {
    effect,
    se,
    df,
    p: twoSided(effect / se, df),
    low: effect - reach,
    high: effect + reach,
    refused: null,
  }
}

/** @returns null where neither the effect nor its error differs from 0 */
function twoSided(t: number, df: number | null): number | null {
  if (Number.isNaN(t)) return null
  // Student's t with more degrees of freedom is the normal distribution to ten digits.
  if (df === null || df > 1e10) return chiSquaredTail(t * t)
  return t * t === Number.POSITIVE_INFINITY
    ? 0
    : incompleteBeta(df / (df + t * t), df / 2, 0.5, (t * t) / (df + t * t))
}

export const withoutInference = (effect: number | null, refused: ReaderEffect['refused']): ReaderEffect => ({
  ...{ effect, refused },
  ...{ se: null, df: null, p: null, low: null, high: null },
})

/**
 * Whether a difference is above −margin, by its lower limit.
 * @param margin stated in the study before its first answer; above 0
 */
export const isNonInferior = ({ low }: ReaderEffect, margin: number): boolean | null =>
  low === null ? null : low > -margin
