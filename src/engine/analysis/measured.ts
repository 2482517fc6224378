/** What judges measure besides right and wrong (`Measure`): its mean, and the share of answers that reach each threshold. */

import type { JsonObject } from '@voxelwise/python'
import { type Interval, meanAndMedian, RatioTally } from '@voxelwise/statistics'
import { getOrMake } from '../base/grouping.ts'
import { parseBoxes } from '../protocol/boxes.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { AnswerKind, Measure } from '../protocol/reading.ts'
import type { AnsweredRecord } from '../protocol/record.ts'
import { averagePrecision, type BoxesOfImage } from './average-precision.ts'
import { Clusters, type Unit } from './clusters.ts'
import type { ResultRow } from './result-row.ts'
import { linkedRows } from './rows.ts'
import { type Estimate, measureShares } from './shares.ts'

export interface MeasuredFigures {
  readonly measure: Measure
  /** Answers, with those that could not be read. */
  readonly n: number
  readonly unparsed: number
  /** Over all answers; of an error over those that could be read. Null where there is none. */
  readonly mean: MeasuredMean | null
  /** Median error; null where the measure is a share, and where nothing could be read. */
  readonly median: MeasuredMean | null
  readonly shares: readonly { readonly threshold: number; readonly figure: Estimate }[]
  /** Average precisions of boxes over all answers in order, as if equally sure; null where nothing is right. */
  readonly averagePrecisions: readonly { readonly name: string; readonly value: number | null }[]
}

interface MeasuredMean {
  readonly value: number
  /** Null for a single cluster, and of a median for fewer than 20. */
  readonly interval: Interval | null
  readonly method: 'korn-graubard' | 'bootstrap' | 'ratio'
  readonly clusters: number
  readonly unit: Unit
}

interface Entry {
  readonly row: ResultRow
  /** Null where nothing was read. */
  readonly value: number | null
  /** Null of an answer that is not boxes. */
  readonly boxes: BoxesOfImage | null
}

/** Gathers them of records that come a chunk at a time; of those without a measure it holds nothing. */
export class MeasuredBuilder {
  readonly #protocol: Protocol
  readonly #entries = new Map<AnswerKind, Entry[]>()
  readonly #toRow: (record: AnsweredRecord) => ResultRow

  constructor(protocol: Protocol) {
    this.#protocol = protocol
    this.#toRow = linkedRows(protocol)
  }

  add(record: AnsweredRecord): void {
    const kind = this.#protocol.answerKind(record.sample.fields)
    const measure = this.#protocol.findMeasure?.(kind)
    if (!measure) return
    const boxes = measure.averagePrecisions ? boxesOfRecord(record) : null
    const entry = { row: this.#toRow(record), value: record.measured ?? null, boxes }
    getOrMake(this.#entries, kind, () => []).push(entry)
  }

  figures(): readonly MeasuredFigures[] {
    const byMeasure = new Map<string, { readonly measure: Measure; readonly entries: Entry[] }>()
    for (const [kind, entries] of this.#entries) {
      const measure = this.#protocol.findMeasure?.(kind)
      if (measure) getOrMake(byMeasure, measure.id, () => ({ measure, entries: [] })).entries.push(...entries)
    }
    return Array.from(byMeasure.values(), ({ measure, entries }) => measuredFigures(measure, entries))
  }
}

/** An answer without a box that could be read has none. */
const boxesOfRecord = ({ parsed, rightAnswer }: AnsweredRecord): BoxesOfImage => ({
  said: parseBoxes(parsed).map(box => ({ box, score: 1 })),
  right: parseBoxes(rightAnswer),
})

function measuredFigures(measure: Measure, entries: readonly Entry[]): MeasuredFigures {
  const clusters = new Clusters(entries.map(({ row }) => row))
  const share = (counts: (value: number | null) => number) =>
    measureShares(entries, clusters, ({ value }) => counts(value)).whole()
  const inOrder = entries.toSorted((a, b) => a.row.index - b.row.index)
  const boxes = inOrder.flatMap(({ boxes }) => boxes ?? [])
  const { isError, thresholds } = measure
  const reaches = (value: number | null, threshold: number): boolean =>
    value !== null && (isError ? value < threshold : value >= threshold)
  return {
    measure,
    n: entries.length,
    unparsed: entries.filter(({ value }) => value === null).length,
    ...(isError
      ? clusteredErrors(entries, clusters)
      : { mean: meanShare(share(value => value ?? 0)), median: null }),
    shares: thresholds.map(threshold => ({
      threshold,
      figure: share(value => Number(reaches(value, threshold))),
    })),
    averagePrecisions: (measure.averagePrecisions ?? []).map(({ name, thresholds }) => ({
      name,
      value: averagePrecision(boxes, thresholds),
    })),
  }
}

function meanShare({ share, low, high, basis }: Estimate): MeasuredMean {
  const { clusters, unit } = basis ?? { clusters: 0, unit: 'question' }
  return { value: share, interval: { low, high }, method: 'korn-graubard', clusters, unit }
}

/** Mean and median of what may exceed 1. With too few clusters for a bootstrap, the mean is a ratio of two sums over clusters. */
function clusteredErrors(
  entries: readonly Entry[],
  clusters: Clusters,
): Readonly<Record<'mean' | 'median', MeasuredMean | null>> {
  const read = entries.flatMap(({ row, value }) =>
    value === null ? [] : [{ cluster: clusters.of(row), value }],
  )
  const figures = meanAndMedian(read)
  if (!figures) return { mean: null, median: null }
  const { mean, median, clusters: count } = figures
  const basis = { clusters: count, unit: clusters.unit }
  return {
    mean: {
      ...{ ...basis, value: mean.value },
      ...(mean.interval
        ? { interval: mean.interval, method: 'bootstrap' }
        : { interval: ratioInterval(read), method: 'ratio' }),
    },
    median: { ...basis, ...median, method: 'bootstrap' },
  }
}

function ratioInterval(
  values: readonly { readonly cluster: number; readonly value: number }[],
): Interval | null {
  const tally = new RatioTally()
  for (const { cluster, value } of values) tally.add(cluster, value, 1)
  return tally.ratio().interval
}

/** `IoU@0.5`, `Relative error < 0.1`, or its own name, such as `Recall@5`. */
export const thresholdName = (measure: Measure, threshold: number): string =>
  ownThresholdName(measure, threshold) ??
  (measure.isError ? `${measure.name} < ${threshold}` : `${measure.name}@${threshold}`)

/** Undefined where the measure gives its thresholds no names. */
export const ownThresholdName = (
  { thresholds, thresholdNames }: Measure,
  threshold: number,
): string | undefined => thresholdNames?.[thresholds.indexOf(threshold)]

const meanJson = ({ value, interval, clusters, unit }: MeasuredMean): JsonObject => ({
  ...{ value, ...(interval ?? {}), clusters, unit },
})

/** As in `metrics_summary.json`. */
export function measuredJson(of: MeasuredFigures): JsonObject {
  const { measure, n, unparsed, mean, median, shares, averagePrecisions } = of
  const named = (threshold: number) => {
    const name = ownThresholdName(measure, threshold)
    return name === undefined ? {} : { name }
  }
  return {
    n,
    unparsed,
    mean: mean && meanJson(mean),
    ...(median && { median: meanJson(median) }),
    thresholds: shares.map(({ threshold, figure: { share, low, high } }) => ({
      ...named(threshold),
      threshold,
      share,
      low,
      high,
    })),
    ...(averagePrecisions.length > 0 && {
      average_precisions: Object.fromEntries(averagePrecisions.map(({ name, value }) => [name, value])),
    }),
  }
}
