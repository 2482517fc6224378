/** What the occlusion maps of a pass say together, in all and by voxel. */

import { mean, spearman } from '@voxelwise/statistics'
import type { Clusters } from '../../../engine/analysis/clusters.ts'
import { type Countable, type Estimate, measureShares } from '../../../engine/analysis/shares.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'
import { regionOfSample } from '../../../engine/probes/drawn-regions.ts'
import { findProbeKind, probeKey } from '../../../engine/probes/kind-of.ts'
import type { Pass, RowOfRecord } from '../../../engine/probes/pass.ts'
import { passPlace } from '../../../engine/probes/passes.ts'
import { isBox, type Region } from '../../../engine/probes/region.ts'
import type { Occlusion } from '../../../engine/protocol/occlusion.ts'
import type { DrawnRegion, Probe } from '../../../engine/protocol/probe.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import type { Axis } from '../../../engine/protocol/sample.ts'
import { VoxelMap } from '../../../engine/protocol/voxel-map.ts'
import { explains } from './measure.ts'

/** Among the findings of a run, and in run.json. */
export const occlusionName = 'occlusion'

/** A question with its map, and where its region is. */
export interface MappedItem {
  readonly row: Countable
  readonly map: Occlusion
  /** Left, top, right and bottom, from 0 to 1; null where there is none. */
  readonly region: Frame | null
}

type Frame = readonly [left: number, top: number, right: number, bottom: number]

/** The maps of a slice, each divided by the sum of its absolute drops. */
export interface MeanMap {
  readonly n: number
  readonly clusters: number
  /** Cells along each side: the finest grid of the maps. */
  readonly side: number
  /** Countable by row: the mean over images, of whose questions the mean is taken first. */
  readonly cells: readonly number[]
  /** The part of the drops, whatever their sign, in the outer tenth of the image. A map without places has 0.36. */
  readonly border: Estimate
  /** In its four corners, each a fifth of the sides; without places 0.16. */
  readonly corners: Estimate
  /** Figures of the questions with a box. */
  readonly region: RegionFigures | null
}

export interface RegionFigures {
  /** The part of the drops in the region, and that part of the image. */
  readonly mass: Estimate
  readonly area: number
  /** Whether the largest drop lies in the region, with a block's width around it: J. Zhang et al. (2018), IJCV 126. */
  readonly pointing: Estimate
  /** The same of blocks by chance. */
  readonly pointingByChance: number
  /** Mean intersection over union of the region with as many of the first blocks as cover its area. */
  readonly iou: number
}

/** Whether the maps are borne out: of the questions whose pixels were removed, too. */
export interface MapChecks {
  readonly n: number
  /** Whose order of removal beats at least 19 of 20 random orders. */
  readonly explained: number
  /** Median rank correlation with the map of the pixels; null where none is defined. */
  readonly correlation: number | null
  /** Mean over questions of the probability while blocks are removed or added, and removed in random orders. */
  readonly deletion: number
  readonly insertion: number
  readonly randomDeletion: number
}

export interface OcclusionFigures {
  readonly run: string
  /** The key of the pass: how blocks were removed. */
  readonly key: string
  readonly checks: MapChecks | null
  /** Questions whose answer no block changes: in no mean. */
  readonly flat: number
  readonly overall: MeanMap | null
  readonly voxels: readonly (MeanMap & Readonly<Record<Axis, string>>)[]
}

/** Below this correlation a map of the tokens is not borne out by that of the pixels. */
export const leastCorrelation = 0.5

/** Whether the maps of a pass may be called explanations. */
export const isBorneOut = ({ n, explained, correlation }: MapChecks): boolean =>
  explained >= 0.95 * n && correlation !== null && correlation >= leastCorrelation

/** @param region of the question; one that only the image shows was found when the map was made */
export function regionIn(region: Region | null, { size: [width, height], marked }: Occlusion): Frame | null {
  const box = isBox(region) ? region : region && marked
  if (!box) return null
  const [x, y, wide, high] = box
  return [x / width, y / height, (x + wide) / width, (y + high) / height]
}

/** What the maps of a run's pass say; null where no pass made maps of all its questions. */
export function summariseOcclusion(
  records: readonly RunRecord[],
  passes: readonly Pass[],
  toRow: RowOfRecord,
  clusters: Clusters,
  drawn: readonly DrawnRegion[],
): OcclusionFigures | null {
  const [pass] = passes
    .filter(({ probe }) => isMapPass(probe))
    .sort((a, b) => passPlace(a.probe) - passPlace(b.probe))
  if (!pass) return null
  const maps = new Map(pass.answers.map(({ index, occlusion }) => [index, occlusion]))
  const items = records.flatMap(record => {
    const { sample } = record
    const [row, map] = [toRow(record), maps.get(sample.index)]
    if (row.verdict === 'failed' || !map) return []
    return [{ row, map, region: regionIn(regionOfSample(sample, drawn), map) }]
  })
  return occlusionFigures(pass, items, clusters)
}

/** Whether a pass makes a map of every question, rather than of one. */
export const isMapPass = (probe: Probe): boolean => findProbeKind(probe).occlusion?.isOfAll(probe) ?? false

export function occlusionFigures(
  { run, probe }: Pick<Pass, 'run' | 'probe'>,
  items: readonly MappedItem[],
  clusters: Clusters,
): OcclusionFigures {
  const varied = items.filter(({ map }) => totalDrop(map) > 0)
  const places = new VoxelMap(place => ({ place, items: [] as MappedItem[] }))
  for (const item of varied) places.at(item.row).items.push(item)
  return {
    ...{ run, key: probeKey(probe) },
    checks: summariseChecks(items.map(({ map }) => map)),
    flat: items.length - varied.length,
    overall: varied.length > 0 ? meanMap(varied, clusters) : null,
    voxels: places.values().map(({ place, items: mapped }) => ({ ...place, ...meanMap(mapped, clusters) })),
  }
}

const totalDrop = ({ tokens }: Occlusion): number =>
  tokens.drops.reduce((sum, drop) => sum + Math.abs(drop), 0)

function summariseChecks(maps: readonly Occlusion[]): MapChecks | null {
  const checked = maps.flatMap(({ tokens, pixels, curves }) =>
    pixels && curves ? [{ curves, rho: spearman(tokens.drops, pixels.drops)?.rho ?? null }] : [],
  )
  if (checked.length === 0) return null
  const correlations = checked.flatMap(({ rho }) => rho ?? []).sort((a, b) => a - b)
  const middle = correlations.length / 2
  const curves = checked.map(one => one.curves)
  return {
    n: checked.length,
    explained: curves.filter(explains).length,
    correlation:
      correlations.length === 0
        ? null
        : mean([correlations[Math.ceil(middle) - 1] ?? 0, correlations[Math.floor(middle)] ?? 0]),
    deletion: mean(curves.map(({ deletion }) => deletion)),
    insertion: mean(curves.map(({ insertion }) => insertion)),
    randomDeletion: mean(curves.flatMap(({ randomDeletions }) => randomDeletions)),
  }
}

function meanMap(items: readonly MappedItem[], clusters: Clusters): MeanMap {
  const side = Math.max(...items.map(({ map }) => map.side))
  const byImage = new Map<number, (readonly number[])[]>()
  for (const { row, map } of items) {
    const total = totalDrop(map)
    const cells = onGrid(map, side).map(drop => drop / total)
    getOrMake(byImage, clusters.of(row), () => []).push(cells)
  }
  const images = [...byImage.values()].map(averageMaps)
  const wholeShare = (valueIn: (item: MappedItem) => number) =>
    measureShares(items, clusters, valueIn).whole()
  const marked = items.filter(({ region }) => region !== null)
  return {
    n: items.length,
    clusters: images.length,
    side,
    cells: averageMaps(images),
    border: wholeShare(({ map }) => 1 - massIn(map, [0.1, 0.1, 0.9, 0.9])),
    corners: wholeShare(({ map }) => corners.reduce((sum, corner) => sum + massIn(map, corner), 0)),
    region: marked.length > 0 ? regionFigures(marked, clusters) : null,
  }
}

const corners: readonly Frame[] = [
  [0, 0, 0.2, 0.2],
  [0.8, 0, 1, 0.2],
  [0, 0.8, 0.2, 1],
  [0.8, 0.8, 1, 1],
]

const averageMaps = (maps: readonly (readonly number[])[]): readonly number[] =>
  (maps[0] ?? []).map((_, cell) => mean(maps.map(map => map[cell] ?? 0)))

function blockFrame(block: number, side: number): Frame {
  const [column, row] = [block % side, Math.floor(block / side)]
  return [column / side, row / side, (column + 1) / side, (row + 1) / side]
}

function overlap(a: Frame, b: Frame): number {
  const wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const high = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return Math.max(0, wide) * Math.max(0, high)
}

/** The drops of a map on a grid of another side, each spread evenly over its block. */
function onGrid({ side, tokens: { drops } }: Occlusion, wanted: number): readonly number[] {
  if (side === wanted) return drops
  return Array.from({ length: wanted ** 2 }, (_, cell) =>
    drops.reduce(
      (sum, drop, block) =>
        sum + drop * overlap(blockFrame(block, side), blockFrame(cell, wanted)) * side ** 2,
      0,
    ),
  )
}

const frameArea = (frame: Frame): number => overlap(frame, [0, 0, 1, 1])

/** The part of a map's drops in a frame, each spread evenly over its block. */
function massIn(map: Occlusion, frame: Frame): number {
  const { side, tokens } = map
  const inside = tokens.drops.map(
    (drop, block) => Math.abs(drop) * overlap(blockFrame(block, side), frame) * side ** 2,
  )
  return inside.reduce((sum, part) => sum + part, 0) / totalDrop(map)
}

type Point = readonly [x: number, y: number]

const blockCentre = (block: number, side: number): Point => [
  ((block % side) + 0.5) / side,
  (Math.floor(block / side) + 0.5) / side,
]

/** A place in the region, with a block's width around it. */
function isNear([x, y]: Point, side: number, [left, top, right, bottom]: Frame): boolean {
  const around = 1 / side
  return x >= left - around && x <= right + around && y >= top - around && y <= bottom + around
}

/** Whether the largest drop lies near the region, and the share of blocks that do. */
function pointingAt({ side, tokens: { drops } }: Occlusion, region: Frame) {
  const near = drops.map((_, block) => isNear(blockCentre(block, side), side, region))
  return {
    isHit: near[drops.indexOf(Math.max(...drops))] ?? false,
    byChance: near.filter(Boolean).length / near.length,
  }
}

function regionFigures(items: readonly MappedItem[], clusters: Clusters): RegionFigures {
  const measured = items.flatMap(({ row, map, region }) => {
    if (!region) return []
    const { side, tokens } = map
    const order = tokens.drops
      .map((_, block) => block)
      .sort((a, b) => (tokens.drops[b] ?? 0) - (tokens.drops[a] ?? 0))
    const area = frameArea(region)
    const first = order.slice(0, Math.max(1, Math.round(area * side ** 2)))
    const common = first.reduce((sum, block) => sum + overlap(blockFrame(block, side), region), 0)
    const iou = common / (first.length / side ** 2 + area - common)
    return [{ row, area, mass: massIn(map, region), iou, ...pointingAt(map, region) }]
  })
  const wholeShare = (valueIn: (item: (typeof measured)[number]) => number) =>
    measureShares(measured, clusters, valueIn).whole()
  return {
    mass: wholeShare(({ mass }) => mass),
    area: mean(measured.map(({ area }) => area)),
    pointing: wholeShare(({ isHit }) => Number(isHit)),
    pointingByChance: mean(measured.map(({ byChance }) => byChance)),
    iou: mean(measured.map(({ iou }) => iou)),
  }
}
