/** What answers that failed, were cut or could not be read may hide, and how figures vary over repeats. */
import type { Detection } from './detections.ts'

/** STARD's flow of questions: P. M. Bossuyt et al. (2015), BMJ 351, h5527. */
export interface QuestionFlow {
  readonly asked: number
  /** Without an answer. */
  readonly failed: number
  /** Answered, but the answer could not be read. */
  readonly unread: number
  readonly read: number
  /** How many of those read reached the limit of new tokens. */
  readonly cut: number
}

export function questionFlow(
  detections: readonly Pick<Detection, 'reading'>[],
  failed: number,
): QuestionFlow {
  const count = (wanted: Detection['reading']) =>
    detections.filter(({ reading }) => reading === wanted).length
  const [answered, unread, cut] = [detections.length, count('unread'), count('cut')]
  return { asked: answered + failed, failed, unread, read: answered - unread, cut }
}

export interface OpenBounds {
  readonly allWrong: number | null
  readonly allRight: number | null
}

/** A figure if every answer that failed, was cut or could not be read were wrong, and if every one were right. */
export function openBounds(
  detections: readonly Detection[],
  failed: readonly Pick<Detection, 'isPresent'>[],
  measure: (detections: readonly Detection[]) => number | null,
): OpenBounds {
  const all = [
    ...detections,
    // Values do not depend on clusters.
    ...failed.map(one => ({ ...one, called: null, score: null, cluster: -1, reading: 'unread' as const })),
  ]
  const filled = (isRight: boolean) =>
    measure(all.map(one => (one.reading === 'read' ? one : { ...one, called: one.isPresent === isRight })))
  return { allWrong: filled(false), allRight: filled(true) }
}

export interface RepeatSpread {
  readonly mean: number
  readonly repeats: number
  /** The standard deviation over repeats; null of one. */
  readonly deviation: number | null
  readonly lowest: number
  readonly highest: number
}

/** Spread of one figure over draws of the answers, or over wordings of the questions. @returns null without values */
export function repeatSpread(values: readonly number[]): RepeatSpread | null {
  const repeats = values.length
  if (repeats === 0) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / repeats
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return {
    ...{ mean, repeats, deviation: repeats > 1 ? Math.sqrt(squares / (repeats - 1)) : null },
    ...{ lowest: Math.min(...values), highest: Math.max(...values) },
  }
}
