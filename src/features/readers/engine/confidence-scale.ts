/** The scales on which people say how sure they are. */

export const confidenceScales = ['none', '0-100', '1-5'] as const
type ConfidenceScale = (typeof confidenceScales)[number]

/** One on which something is said. */
export type AskedScale = Exclude<ConfidenceScale, 'none'>

/** What can be pressed. */
export const pressedConfidences: Readonly<Record<AskedScale, readonly number[]>> = {
  '0-100': Array.from({ length: 11 }, (_, at) => 10 * at),
  '1-5': [1, 2, 3, 4, 5],
}

/** Percent, unless the study asks for grades: answers from elsewhere may have it where no study asked. */
const askedScale = (scale: ConfidenceScale): AskedScale => (scale === '1-5' ? scale : '0-100')

const limits: Readonly<Record<AskedScale, readonly [number, number]>> = { '0-100': [0, 100], '1-5': [1, 5] }

/** "a whole number from 0 to 100". */
export const confidenceRange = (scale: ConfidenceScale): string => {
  const [least, most] = limits[askedScale(scale)]
  return `a whole number from ${least} to ${most}`
}

/** @param confidence a whole number */
export function isOnScale(scale: ConfidenceScale, confidence: number): boolean {
  const [least, most] = limits[askedScale(scale)]
  return confidence >= least && confidence <= most
}

/** What a record has: a grade is no percentage. */
export interface Stated {
  readonly reply: string
  readonly percent: number | null
}

export const stateConfidence = (scale: ConfidenceScale, confidence: number): Stated =>
  askedScale(scale) === '1-5'
    ? { reply: `${confidence} of 5`, percent: null }
    : { reply: String(confidence), percent: confidence }

/** The confidence of a person's record on its scale; null where the reply has none. */
export function statedOn({ reply, percent }: Stated): { scale: AskedScale; value: number } | null {
  if (percent !== null) return { scale: '0-100', value: percent }
  const grade = /^([1-5]) of 5$/.exec(reply)?.[1]
  return grade === undefined ? null : { scale: '1-5', value: Number(grade) }
}
