/** `figures.json`: every figure with its slice, its interval and what that rests on. */
import { type Json, type JsonObject, stringifyJson } from '../base/json.ts'
import type { AccuracyFigures } from './accuracy-figures.ts'
import type { Countable } from './shares.ts'
import { type Estimate, methodOf, type Shares, type SliceKey } from './shares.ts'

/** One figure of `figures.json`. */
export interface Figure {
  readonly figure: string
  readonly slice: SliceKey
  readonly estimate: Estimate
  readonly icc: number
}

/** Accuracy overall, by task, modality, region and source data set, and of every voxel. */
export function accuracyList({ overall, slices, voxels, clustering: { icc } }: AccuracyFigures): Figure[] {
  const accuracy = (slice: SliceKey, estimate: Estimate): Figure => ({
    figure: 'accuracy',
    slice,
    estimate,
    icc,
  })
  return [
    accuracy({}, overall),
    ...slices.task.map(({ label, ...of }) => accuracy({ task: label }, of)),
    ...slices.modality.map(({ label, ...of }) => accuracy({ modality: label }, of)),
    ...slices.parts.map(({ label, ...of }) => accuracy({ region: label }, of)),
    ...slices.dataset.map(({ label, ...of }) => accuracy({ dataset: label }, of)),
    ...voxels.map(({ task, modality, parts, ...of }) => accuracy({ task, modality, region: parts }, of)),
  ]
}

/**
 * Accuracy by the values of one or more fields, in the order of first mention.
 * @param fieldOf a field's value; undefined where it is missing
 */
export function accuracyBy<Row extends Countable>(
  shares: Shares<Row>,
  fields: readonly string[],
  fieldOf: (row: Row, field: string) => Json | undefined,
): Figure[] {
  const slices = new Map<string, SliceKey>()
  const found = shares.by(row => {
    const slice = Object.fromEntries(fields.map(field => [field, presentOr(fieldOf(row, field))]))
    const key = stringifyJson(slice)
    if (!slices.has(key)) slices.set(key, slice)
    return key
  })
  return Array.from(found, ([key, estimate]) => ({
    figure: 'accuracy',
    slice: slices.get(key) ?? {},
    estimate,
    icc: shares.icc,
  }))
}

/** An empty text is a missing value, as an empty cell of a table is. */
export const presentOr = (value: Json | undefined): Json =>
  value === undefined || value === '' ? null : value

/** Each slice once, the first time it is listed. */
export function figuresJson(figures: readonly Figure[]): string {
  const known = new Map<string, JsonObject>()
  for (const { figure, slice, estimate, icc } of figures) {
    const key = stringifyJson([figure, slice])
    if (!known.has(key)) known.set(key, entryOf(figure, slice, estimate, icc))
  }
  return `${JSON.stringify([...known.values()], null, 2)}\n`
}

function entryOf(figure: string, slice: SliceKey, estimate: Estimate, icc: number): JsonObject {
  const { n, correct, share, low, high, basis } = estimate
  return {
    ...{ figure, slice, n, correct },
    ...{ clusters: basis?.clusters ?? 0, unit: basis?.unit ?? 'question' },
    ...{ share, low, high },
    ...{ designEffect: basis?.designEffect ?? 1, effectiveN: basis?.effectiveN ?? 0 },
    ...{ method: methodOf(estimate), icc },
  }
}
