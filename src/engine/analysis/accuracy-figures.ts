/** The accuracy of a run: overall, by slice and by voxel, with what its intervals rest on. */

import type { ClusteredMean, MeanWithDeviations, TwoWayShare } from '@voxelwise/statistics'
import { type FrameAxis, frameAxes, type SamplingFrame } from '../protocol/frame.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import { type AskedPart, type AskedRun, askedPart } from './asked-part.ts'
import type { BenchmarkEstimates } from './benchmark-estimate.ts'
import { findClusters, type Unit } from './clusters.ts'
import {
  accuracyShares,
  asPart,
  byAxis,
  overall,
  type Slice,
  slices,
  type VoxelEstimate,
  voxels,
} from './report.ts'
import type { ResultRow } from './result-row.ts'
import type { Countable, Estimate, PartEstimate } from './shares.ts'

export interface AccuracyFigures {
  readonly overall: Estimate
  /** Tasks from low to high level, other labels in the order of first mention. */
  readonly slices: Readonly<Record<FrameAxis, readonly Slice[]>>
  readonly voxels: readonly VoxelEstimate[]
  /** Means in which every task, or every voxel, counts alike; null for a part of a data set. */
  readonly macro: Readonly<Record<'task' | 'voxel', ClusteredMean>> | null
  /** For other images and other texts of questions: overall, and by task; null for a part of a data set. */
  readonly twoWay: TwoWayFigures | null
  /** What intervals count as drawn at random. */
  readonly clustering: Clustering
}

interface TwoWayFigures {
  /** Null where no text repeats. */
  readonly overall: TwoWayShare | null
  /** The tasks in which a text repeats and others occur. */
  readonly tasks: readonly (TwoWayShare & { readonly label: string })[]
}

export interface Clustering {
  readonly unit: Unit
  readonly clusters: number
  /** Answered questions without a group, where others have one. */
  readonly ungrouped: number
  /** The run's pooled intraclass correlation. */
  readonly icc: number
}

/** What is known of figures of a part: the same of any other figure. */
type Known = <Figure extends Estimate>(
  figure: Figure,
  of: (from: BenchmarkEstimates) => PartEstimate,
) => Figure

/** For questions like those of the rows. */
export const accuracyFigures = (rows: readonly Countable[]): AccuracyFigures => ({
  ...figuresOfRows(rows, figure => figure),
  macro: macroAccuracy(rows),
  twoWay: twoWayFigures(rows),
})

/** For all questions of the run's data set, where not all have been asked. */
export function runFigures(
  rows: readonly ResultRow[],
  run: AskedRun,
  frame: SamplingFrame | undefined,
): AccuracyFigures & { readonly part: AskedPart | null } {
  const { part, estimates } = askedPart(rows, run, frame) ?? { part: null, estimates: null }
  const figures = figuresOfRows(rows, (figure, of) => (estimates ? asPart(figure, of(estimates)) : figure))
  return {
    ...figures,
    macro: part ? null : macroAccuracy(rows),
    twoWay: part ? null : twoWayFigures(rows),
    part,
  }
}

function figuresOfRows(rows: readonly Countable[], known: Known): Omit<AccuracyFigures, 'macro' | 'twoWay'> {
  const { unit, count, ungrouped } = findClusters(rows)
  return {
    overall: known(overall(rows), from => from.overall()),
    slices: byAxis(frameAxes, axis =>
      slices(rows, axis).map(slice => known(slice, from => from.slice(axis, slice.label))),
    ),
    voxels: voxels(rows).map(voxel => known(voxel, from => from.voxel(voxel))),
    clustering: { unit, clusters: count, ungrouped, icc: accuracyShares(rows).icc },
  }
}

function macroAccuracy(rows: readonly Countable[]): NonNullable<AccuracyFigures['macro']> {
  const shares = accuracyShares(rows)
  const places = new VoxelMap(place => place)
  const ofMean = ({ deviations: _, ...mean }: MeanWithDeviations): ClusteredMean => mean
  return {
    task: ofMean(shares.meanOver(({ task }) => task)),
    voxel: ofMean(shares.meanOver(row => places.at(row))),
  }
}

function twoWayFigures(rows: readonly Countable[]): TwoWayFigures {
  const shares = accuracyShares(rows)
  const tasks = slices(rows, 'task').flatMap(({ label }) => {
    const share = shares.twoWay(({ task }) => task === label)
    return share ? [{ label, ...share }] : []
  })
  return { overall: shares.twoWay(), tasks }
}
