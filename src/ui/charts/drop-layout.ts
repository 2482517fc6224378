import { type Corruption, corruptions, type Strength } from '../../engine/probes/probe.ts'
import type { SpoiltFigures } from '../../engine/probes/report.ts'
import type { AdjustedComparison, VoxelComparison } from '../../engine/statistics/compare.ts'
import { type VoxelLabels, voxelKey } from '../voxels.ts'

export interface DropColumn {
  readonly x: number
  readonly strength: Strength
  readonly figures: SpoiltFigures
}

export interface DropPanel {
  readonly corruption: Corruption
  readonly x: number
  readonly y: number
  readonly width: number
  readonly columns: readonly DropColumn[]
  readonly isFirst: boolean
}

export interface DropRow {
  readonly key: string
  readonly task: string
  /** Modality and region. */
  readonly where: string
  readonly y: number
}

export interface DropLayout {
  readonly width: number
  readonly height: number
  readonly panels: readonly DropPanel[]
  readonly rows: readonly DropRow[]
  /** Where the line of the overall difference is drawn: from the top of a panel. */
  readonly line: { readonly top: number; readonly bottom: number; readonly ticks: readonly number[] }
  readonly lineY: (difference: number) => number
}

const sizes = { label: 148, gap: 24, bandGap: 24, head: 30, line: 104, axis: 22, row: 44 }
const cellWidth = { least: 30, most: 44 }

/** A panel for every kind of corruption: the overall difference by strength above, the voxels below. */
export function dropLayout(
  passes: readonly SpoiltFigures[],
  shown: readonly VoxelLabels[],
  width: number,
): DropLayout {
  const kinds = corruptions.flatMap(corruption => {
    const found = passes.filter(pass => pass.corruption === corruption)
    return found.length > 0 ? [{ corruption, found: found.sort((a, b) => a.strength - b.strength) }] : []
  })
  const room = width - sizes.label
  const cells = kinds.reduce((sum, { found }) => sum + found.length, 0)
  const fitting = Math.floor((room - (kinds.length - 1) * sizes.gap) / Math.max(1, cells))
  const most = Math.max(1, ...kinds.map(({ found }) => found.length))
  const cell = Math.min(
    cellWidth.most,
    Math.max(cellWidth.least, fitting, Math.min(38, Math.floor(room / most))),
  )
  const line = { top: sizes.head, bottom: sizes.head + sizes.line }
  const first = line.bottom + sizes.axis
  const rows = shown.map((voxel, at) => ({
    key: voxelKey(voxel),
    task: voxel.task,
    where: [voxel.modality, voxel.parts].join(' · '),
    y: first + (at + 0.5) * sizes.row,
  }))
  const bandHeight = first + rows.length * sizes.row + sizes.bandGap
  const panels: DropPanel[] = []
  let [x, y] = [0, 0]
  for (const { corruption, found } of kinds) {
    // A name needs room even above a single column.
    const panelWidth = Math.max(found.length * cell, 96)
    if (x > 0 && x + panelWidth > room) [x, y] = [0, y + bandHeight]
    const columns = found.map((figures, at) => ({
      figures,
      strength: figures.strength,
      x: (at + 0.5) * cell,
    }))
    panels.push({ corruption, x: sizes.label + x, y, width: panelWidth, columns, isFirst: x === 0 })
    x += panelWidth + sizes.gap
  }
  const [low, high] = reachOf(passes.map(({ overall }) => overall))
  return {
    width: Math.max(sizes.label, ...panels.map(panel => panel.x + panel.width)),
    height: y + bandHeight - sizes.bandGap,
    panels,
    rows,
    line: { ...line, ticks: low < 0 && high > 0 ? [low, 0, high] : [low, high] },
    lineY: difference => line.top + ((high - difference) / (high - low)) * sizes.line,
  }
}

/** Whole tenths around every interval and zero. */
function reachOf(
  overall: readonly { readonly low: number; readonly high: number }[],
): readonly [number, number] {
  const low = Math.min(-0.1, ...overall.map(one => Math.floor(one.low * 10) / 10))
  const high = Math.max(0.1, ...overall.map(one => Math.ceil(one.high * 10) / 10))
  return [low, high]
}

/** Voxels with the largest mean drop first. */
export function hardestHit(passes: readonly SpoiltFigures[]): VoxelComparison[] {
  const sums = new Map<string, { voxel: VoxelComparison; sum: number; n: number }>()
  for (const voxel of passes.flatMap(({ voxels }) => voxels)) {
    const entry = sums.get(voxelKey(voxel)) ?? { voxel, sum: 0, n: 0 }
    sums.set(voxelKey(voxel), { ...entry, sum: entry.sum + voxel.difference, n: entry.n + 1 })
  }
  return [...sums.values()].sort((a, b) => a.sum / a.n - b.sum / b.n).map(({ voxel }) => voxel)
}

/** The largest difference that the colours must tell. */
export function colourReach(passes: readonly SpoiltFigures[]): number {
  return Math.max(
    0.2,
    ...passes.flatMap(({ voxels }) => voxels.map(({ difference }) => Math.abs(difference))),
  )
}

/** Whether chance alone would hardly make such a difference, after Holm’s adjustment. */
export const isSure = ({ adjusted }: Pick<AdjustedComparison, 'adjusted'>): boolean => adjusted < 0.05
