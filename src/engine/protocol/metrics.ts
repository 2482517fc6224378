/** The three tiers of figures the official evaluator prints, and the running count they are made of. */

import { get, type Json, type JsonObject, setOwn } from '@voxelwise/python'
import { getOrMake } from '../base/grouping.ts'
import { Texts } from '../base/texts.ts'
import { type CellLabels, cellLabels, type FrameAxis } from './frame.ts'
import type { RunRecord } from './record.ts'
import { type Axis, axes } from './sample.ts'
import { VoxelMap } from './voxel-map.ts'

/** A sample's fields and whether it was answered right: all that figures are made of. */
export interface Judged {
  readonly fields: JsonObject
  readonly correct: boolean
}

/** Failed records are no answers and take no part. */
export function* listJudged(records: Iterable<RunRecord>): Generator<Judged> {
  for (const record of records) {
    if (record.status === 'answered') yield { fields: record.sample.fields, correct: record.correct }
  }
}

export interface OfficialGroup {
  readonly n: number
  readonly correct: number
  readonly acc: number
}
export type Groups = Readonly<Record<string, OfficialGroup>>

/** `metrics_summary.json` */
export interface MetricsSummary {
  readonly global: OfficialGroup
  readonly slice_results: {
    readonly by_task: Groups
    readonly by_modality: Groups
    readonly by_parts: Groups
    readonly by_dataset: Groups
  }
  readonly voxel_results: { readonly by_task_modality_parts: Groups }
}

interface Count {
  readonly n: number
  readonly correct: number
}

/** One competency voxel: its place on the three axes, as Python writes the labels, and its count. */
export interface Voxel extends Count, Readonly<Record<Axis, string>> {}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The count of right answers in every voxel, updated with each answer. */
export class Tally {
  n = 0
  correct = 0
  readonly #voxels = new VoxelMap<Mutable<Voxel>>(place => ({ ...place, n: 0, correct: 0 }))
  readonly #datasets = new Map<string, Mutable<Count>>()

  static of(items: Iterable<Judged>): Tally {
    const tally = new Tally()
    for (const item of items) tally.add(item)
    return tally
  }

  add({ fields, correct }: Judged): void {
    this.count(cellLabels(fields), correct)
  }

  /** @param labels as Python writes them */
  count(labels: CellLabels, correct: boolean): void {
    const right = correct ? 1 : 0
    const voxel = this.#voxels.at(labels)
    this.n++
    this.correct += right
    voxel.n++
    voxel.correct += right
    count(this.#datasets, labels.dataset, 1, right)
  }

  /** Every voxel that was asked about, in the order of first mention. */
  voxels(): Voxel[] {
    return [...this.#voxels.values()]
  }

  /** Counts of every label of one axis, or of every source data set. */
  slice(axis: FrameAxis): ReadonlyMap<string, Count> {
    return axis === 'dataset' ? this.#datasets : this.#sum(voxel => voxel[axis])
  }

  /** The official figures. Labels that make the same key fall together there, and so they do here. */
  summary(): MetricsSummary {
    const slice = (axis: FrameAxis) => groups(this.slice(axis), label => `${axis}=${label}`)
    const voxels = this.#sum(voxel => axes.map(axis => `${axis}=${voxel[axis]}`).join('|'))
    return {
      global: group(this),
      slice_results: {
        by_task: slice('task'),
        by_modality: slice('modality'),
        by_parts: slice('parts'),
        by_dataset: slice('dataset'),
      },
      voxel_results: { by_task_modality_parts: groups(voxels, key => key) },
    }
  }

  #sum(toKey: (voxel: Voxel) => string): ReadonlyMap<string, Count> {
    const counts = new Map<string, Mutable<Count>>()
    for (const voxel of this.#voxels.values()) count(counts, toKey(voxel), voxel.n, voxel.correct)
    return counts
  }
}

export function metricsSummary(items: Iterable<Judged>): MetricsSummary {
  return Tally.of(items).summary()
}

function count(counts: Map<string, Mutable<Count>>, key: string, n: number, correct: number) {
  const entry = getOrMake(counts, key, () => ({ n: 0, correct: 0 }))
  entry.n += n
  entry.correct += correct
}

const group = ({ n, correct }: Count): OfficialGroup => ({ n, correct, acc: n === 0 ? 0 : correct / n })

function groups(counts: ReadonlyMap<string, Count>, key: (label: string) => string): Groups {
  return Object.fromEntries(Array.from(counts, ([label, count]) => [key(label), group(count)]))
}

/** The fields that figures and shortcut links are made of. */
export const judgedNames = ['id', 'image_path', 'task', 'modality', 'parts', 'dataset', 'group'] as const

/** Gathers of each answer only what official figures and shortcut links are made of: all of a large run takes little memory. */
export class JudgedFields {
  readonly judged: Judged[] = []
  readonly #texts = new Texts()
  readonly #names: ReadonlySet<string>

  /** @param more further fields that are kept */
  constructor(more: readonly string[] = []) {
    this.#names = new Set([...judgedNames, ...more])
  }

  add(records: Iterable<RunRecord>): void {
    for (const judged of listJudged(records)) this.take(judged)
  }

  take({ fields, correct }: Judged): void {
    const namedFields: Record<string, Json> = {}
    for (const name of Object.keys(fields)) {
      const value = this.#names.has(name) ? get(fields, name) : undefined
      if (value !== undefined)
        setOwn(namedFields, name, typeof value === 'string' ? this.#texts.of(value) : value)
    }
    this.judged.push({ correct, fields: namedFields })
  }
}
