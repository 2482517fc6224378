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
}

export function questionFlow(detections: readonly Detection[], failed: number): QuestionFlow {
  const unread = detections.filter(({ called }) => called === null).length
  return { asked: detections.length + failed, failed, unread, read: detections.length - unread }
}

/**
 * A figure if every open answer were wrong, and if every one were right.
 * @param open questions without a known answer; those that could not be read are counted by themselves
 */
export function openBounds(
  detections: readonly Detection[],
  open: readonly Pick<Detection, 'isPresent' | 'cluster'>[],
  figureOf: (detections: readonly Detection[]) => number | null,
): { readonly allWrong: number | null; readonly allRight: number | null } {
  const all: readonly Detection[] = [
    ...detections,
    ...open.map(one => ({ ...one, called: null, score: null })),
  ]
  const filled = (isRight: boolean) =>
    figureOf(all.map(one => (one.called === null ? { ...one, called: one.isPresent === isRight } : one)))
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

/** Of one figure over draws of the answers, or over wordings of the questions. @returns null without values */
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
