/** Functions of a 2 x 2 table with their slopes, from which errors follow. */
import { cells, type TableCell, type TwoByTwo } from './detections.ts'

/** A function of the cells that stays the same when all of them grow by one factor: its value, and its slope in each cell. */
export interface Smooth {
  readonly value: number
  readonly slope: TwoByTwo
}

/** What a table of one cluster adds to the error of such a function. */
export const alongSlope = ({ slope }: Smooth, table: TwoByTwo): number =>
  cells.reduce((sum, cell) => sum + slope[cell] * table[cell], 0)

const shareNames = ['sensitivity', 'specificity', 'ppv', 'npv'] as const
export type ShareName = (typeof shareNames)[number]

/** The cells of each share that count as right, and the others that it is a share of. */
export const shareCells: Readonly<Record<ShareName, readonly [right: TableCell, other: TableCell]>> = {
  sensitivity: ['tp', 'fn'],
  specificity: ['tn', 'fp'],
  ppv: ['tp', 'fp'],
  npv: ['tn', 'fn'],
}

const flat: TwoByTwo = { tp: 0, fp: 0, fn: 0, tn: 0 }

export const shareOfTable =
  (name: ShareName) =>
  (table: TwoByTwo): Smooth | null => {
    const [right, other] = shareCells[name]
    const all = table[right] + table[other]
    if (all === 0) return null
    return {
      value: table[right] / all,
      slope: { ...flat, [right]: table[other] / all ** 2, [other]: -table[right] / all ** 2 },
    }
  }

/** The mean of sensitivity and specificity. */
export function smoothBalanced(table: TwoByTwo): Smooth | null {
  const [present, absent] = [shareOfTable('sensitivity')(table), shareOfTable('specificity')(table)]
  if (!present || !absent) return null
  const { tp, fn } = present.slope
  const { tn, fp } = absent.slope
  return {
    value: (present.value + absent.value) / 2,
    slope: { tp: tp / 2, fn: fn / 2, tn: tn / 2, fp: fp / 2 },
  }
}

/** 2 TP/(2 TP + FP + FN). */
export function smoothF1({ tp, fp, fn }: TwoByTwo): Smooth | null {
  const all = 2 * tp + fp + fn
  if (all === 0) return null
  const down = (-2 * tp) / all ** 2
  return { value: (2 * tp) / all, slope: { tp: (2 * (fp + fn)) / all ** 2, fp: down, fn: down, tn: 0 } }
}

/** B. W. Matthews (1975), Biochim. Biophys. Acta 405, 442–451. */
export function smoothMcc({ tp, fp, fn, tn }: TwoByTwo): Smooth | null {
  const [present, absent, positive, negative] = [tp + fn, fp + tn, tp + fp, fn + tn]
  const root = Math.sqrt(present * absent * positive * negative)
  if (root === 0) return null
  const value = (tp * tn - fp * fn) / root
  const slope = (top: number, row: number, column: number) =>
    top / root - (value / 2) * (1 / row + 1 / column)
  return {
    value,
    slope: {
      tp: slope(tn, present, positive),
      fp: slope(-fn, absent, positive),
      fn: slope(-fp, present, negative),
      tn: slope(tp, absent, negative),
    },
  }
}

/** The logarithm of sensitivity/(1 − specificity), or of (1 − sensitivity)/specificity; null where it is not finite. */
export function logLikelihoodRatio(
  { tp, fp, fn, tn }: TwoByTwo,
  sign: 'positive' | 'negative',
): Smooth | null {
  const [present, absent] = [tp + fn, fp + tn]
  const [above, below] = sign === 'positive' ? [tp, fp] : [fn, tn]
  if (above === 0 || below === 0) return null
  const [up, down] = [1 / above - 1 / present, 1 / absent - 1 / below]
  const slope =
    sign === 'positive'
      ? { tp: up, fn: -1 / present, fp: down, tn: 1 / absent }
      : { fn: up, tp: -1 / present, tn: down, fp: 1 / absent }
  return { value: Math.log(above / present) - Math.log(below / absent), slope }
}
