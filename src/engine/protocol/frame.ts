/**
 * What a run draws its questions from, without the questions: which share an image, and their labels (in surveys: the
 * sampling frame). It is stored with a run, so that estimates for the whole benchmark do not need the data set's
 * folder.
 */

import { get, str } from '@voxelwise/python'
import type * as v from 'valibot'
import { getOrMake } from '../base/grouping.ts'
import { boolean, list, nullable, optional, shape, share } from '../base/schema.ts'
import { path, storedCount, title } from '../base/stored-values.ts'
import { groupNumbers, placesByNumber } from './plan.ts'
import { type Axis, axes, type LoadedDataset, type Sample } from './sample.ts'
import { selected } from './selection.ts'
import type { RunSettings } from './settings.ts'

export const frameAxes = [...axes, 'dataset'] as const
export type FrameAxis = Axis | 'dataset'

/** The labels of a question. */
const cellSchema = shape({ task: path, modality: path, parts: path, dataset: path } satisfies Record<
  FrameAxis,
  object
>)
export type CellLabels = v.InferOutput<typeof cellSchema>

const priorSchema = shape({
  name: title,
  accuracy: share,
  /** By place in the frame: whether it was answered right; null where it was not answered. */
  right: list(nullable(boolean)),
})
export type Prior = v.InferOutput<typeof priorSchema>

export const frameSchema = shape({
  /** Every combination of labels that a question has, in the order of first mention. */
  cells: list(cellSchema),
  /** By place in the frame: the number of the group that shares its image, in the order of first mention. */
  groups: list(storedCount),
  /** By place in the frame: its place in `cells`. */
  cellOf: list(storedCount),
  /** Indices of a selection's samples, in order. Absent where a sample's place is its index. */
  indices: optional(list(storedCount)),
  /** By place in `cells`: how often published models are right there; null where it is not published. */
  published: optional(list(nullable(share))),
  /** An optional earlier run on the same questions. Its answers make estimates narrower. */
  prior: optional(priorSchema),
})
export type SamplingFrame = v.InferOutput<typeof frameSchema>

/** Skipped samples, oddities and sampling frame of a run, as it began; older runs lack these. */
export interface RunLoad extends Pick<LoadedDataset, 'skipped' | 'findings' | 'badFiles'> {
  readonly frame?: SamplingFrame
}

/** The same without prior knowledge; null if there is none. */
export function plainFrame({ published, prior, ...frame }: SamplingFrame): SamplingFrame | null {
  return published || prior ? frame : null
}

/** Frames of samples that stay in memory: a run asks for its frame several times before it begins. */
const known = new WeakMap<readonly Sample[], SamplingFrame>()

/** @param samples all that were loaded, never changed */
export function makeFrame(samples: readonly Sample[]): SamplingFrame {
  return getOrMake(known, samples, newFrame)
}

/** The labels so far, as a tree with a level per axis. Joining them to one text each would be slower. */
interface Branch {
  readonly below: Map<string, Branch>
  cell: number | null
}

const newBranch = (): Branch => ({ below: new Map(), cell: null })

/** The frame of what a run may ask: all samples, or a selection of them. */
export function frameOfSelection(
  samples: readonly Sample[],
  only: RunSettings['only'] | undefined,
): SamplingFrame {
  if (!only) return makeFrame(samples)
  const chosen = selected(samples, only)
  return { ...newFrame(chosen), indices: chosen.map(({ index }) => index) }
}

/** Places of samples by index, for each list of indices that stays in memory. */
const knownPlaces = new WeakMap<readonly number[], ReadonlyMap<number, number>>()

/** The place in the frame of a sample with this index; undefined if the frame lacks it. */
export function placeInFrame({ indices, groups }: SamplingFrame, index: number): number | undefined {
  if (!indices) return index < groups.length ? index : undefined
  return getOrMake(knownPlaces, indices, () => new Map(indices.map((at, place) => [at, place]))).get(index)
}

function newFrame(samples: readonly Sample[]): SamplingFrame {
  const cells: CellLabels[] = []
  const root = newBranch()
  const cellOf = samples.map(({ fields }) => {
    let branch = root
    for (const axis of frameAxes) branch = getOrMake(branch.below, str(get(fields, axis)), newBranch)
    branch.cell ??= cells.push(cellLabels(fields)) - 1
    return branch.cell
  })
  return { cells, groups: groupNumbers(samples), cellOf }
}

/** No function within it: a file may have millions of records. */
export function cellLabels(fields: Sample['fields']): CellLabels {
  return {
    task: readLabel(fields, 'task'),
    modality: readLabel(fields, 'modality'),
    parts: readLabel(fields, 'parts'),
    dataset: readLabel(fields, 'dataset'),
  }
}

const readLabel = (fields: Sample['fields'], axis: FrameAxis): string => str(get(fields, axis))

/** Members of groups, for each list of groups that stays in memory. */
const knownMembers = new WeakMap<SamplingFrame['groups'], readonly (readonly number[])[]>()

/** By the number of the group: the places of its samples. */
export function groupMembers({ groups }: Pick<SamplingFrame, 'groups'>): readonly (readonly number[])[] {
  return getOrMake(knownMembers, groups, placesByNumber)
}
