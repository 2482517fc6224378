import { max, sum } from 'd3-array'
import {
  orderLabels,
  orderTasks,
  type Tier,
  taskTier,
  type VoxelEstimate,
} from '../../engine/analysis/report.ts'
import { everything } from '../../engine/protocol/voxel-map.ts'
import { label } from '../text/format.ts'
import { voxelKey } from '../text/voxels.ts'
import { type KeyItem, type KeyLayout, keyLayout } from './kit/key.tsx'
import { fitText, type MeasureText, widest, wrapText } from './kit/text.ts'

interface CubeRow {
  readonly task: string
  /** Null where rows are not tasks. */
  readonly tier: Tier | 'all' | null
  /** The label, broken so that it fits its column. */
  readonly lines: readonly string[]
  /** Middle of the row's squares, from the top of its panel. */
  readonly y: number
}

interface CubePanel {
  readonly parts: string
  /** The name of the region, as much of it as has room. */
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly columns: readonly { readonly modality: string; readonly name: string; readonly x: number }[]
  /** Whether the rows are labelled at its left: the first panel of a band. */
  readonly isFirst: boolean
}

export interface CubeCell {
  readonly key: string
  readonly x: number
  readonly y: number
  /** Side of the square: the more answers, the larger. */
  readonly side: number
  readonly voxel: VoxelEstimate
}

export interface CubeLayout {
  readonly width: number
  readonly height: number
  readonly labelWidth: number
  /** Below the panels, from there. */
  readonly keys: KeyLayout
  readonly keysY: number
  readonly rows: readonly CubeRow[]
  readonly panels: readonly CubePanel[]
  readonly cells: readonly CubeCell[]
  /** Places where nothing was asked. */
  readonly empty: readonly Pick<CubeCell, 'key' | 'x' | 'y'>[]
}

const sizes = {
  label: 132,
  labelGap: 14,
  head: 46,
  row: 58,
  foot: 6,
  tierGap: 14,
  tier: 6,
  gap: 16,
  bandGap: 26,
  square: 28,
  key: 12,
}
const cellWidth = { least: 44, middling: 72, most: 92 }
/** The key of a small cube may be wider than it, but not so wide that it cannot be read at one go. */
const maxKey = 920

/** What a place in the cube depends on: its labels, and the number of questions. */
export type PlannedVoxels = Pick<VoxelEstimate, 'task' | 'modality' | 'parts' | 'n'>

interface Options {
  readonly width: number
  readonly measure: MeasureText
  /** How to read the squares. */
  readonly items: readonly KeyItem[]
  /** The planned places, if more will be asked: so nothing moves during a run. */
  readonly planned: readonly PlannedVoxels[] | undefined
  /** Labels in order, where rows, columns and panels are other fields than task, modality and region. */
  readonly order: CubeOrder | undefined
}

export interface CubeOrder {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly panels: readonly string[]
}

/**
 * Regions side by side as small multiples, in as many bands as the width asks for; in each, tasks from low
 * to high level by the modalities of the region.
 */
export function cubeLayout(voxels: readonly VoxelEstimate[], options: Options): CubeLayout {
  const { width: available, measure, items = [], planned = voxels, order } = options
  const rows = layOutRows(planned, measure, order)
  const regions = orderRegions(planned, order)
  const room = available - sizes.label
  const cell = fittingCell(regions, room, measure)
  const bandHeight = (rows.at(-1)?.y ?? sizes.head + sizes.tier) + sizes.row / 2 + sizes.foot + sizes.bandGap

  const panels: CubePanel[] = []
  let [x, y] = [0, 0]
  for (const { parts, modalities } of regions) {
    const panelWidth = modalities.length * cell
    if (x > 0 && x + panelWidth > room) [x, y] = [0, y + bandHeight]
    panels.push({
      parts,
      name: fitText(label(parts), panelWidth + sizes.gap - 6, measure, 'plot-panel'),
      x: sizes.label + x,
      y,
      width: panelWidth,
      columns: modalities.map((modality, at) => ({
        modality,
        name: modality === everything ? '' : fitText(label(modality), cell - 4, measure, 'cube-modality'),
        x: (at + 0.5) * cell,
      })),
      isFirst: x === 0,
    })
    x += panelWidth + sizes.gap
  }
  const drawn = max(panels, panel => panel.x + panel.width) ?? sizes.label
  const width = Math.max(drawn, Math.min(available, maxKey))
  const keys = keyLayout(items, width, measure)
  const map = y + bandHeight - sizes.bandGap
  return {
    width,
    height: items.length > 0 ? map + sizes.key + keys.height : map,
    labelWidth: sizes.label,
    ...{ keys, keysY: map + sizes.key },
    rows,
    panels,
    ...placeVoxels(voxels, rows, panels, max(planned.filter(isSingle), ({ n }) => n) ?? 1),
  }
}

/** Whether it is one voxel, not several together. */
export const isSingle = ({ task, modality, parts }: PlannedVoxels): boolean =>
  ![task, modality, parts].includes(everything)

function layOutRows(
  voxels: readonly PlannedVoxels[],
  measure: MeasureText,
  order: CubeOrder | undefined,
): CubeRow[] {
  let bottom = sizes.head + sizes.tier
  let before: CubeRow['tier'] | null = null
  return (order?.rows ?? orderTasks(voxels.map(voxel => voxel.task))).map(task => {
    const tier = order ? null : task === everything ? 'all' : taskTier(task)
    if (before !== null && tier !== before) bottom += sizes.tierGap
    before = tier
    bottom += sizes.row
    const lines = wrapText(label(task), sizes.label - sizes.labelGap, measure, 'cube-task')
    return { task, tier, lines, y: bottom - sizes.row / 2 }
  })
}

/** Regions in the order of `orderLabels`, all together last; in each its modalities, in one order for all. */
function orderRegions(voxels: readonly PlannedVoxels[], fixed: CubeOrder | undefined) {
  const orderedLabels = (axis: 'parts' | 'modality') =>
    orderLabels(
      axis,
      voxels.map(voxel => voxel[axis]),
    ).toSorted((a, b) => Number(a === everything) - Number(b === everything))
  const order = fixed?.columns ?? orderedLabels('modality')
  return (fixed?.panels ?? orderedLabels('parts')).map(parts => {
    const panelModalities = new Set(
      voxels.filter(voxel => voxel.parts === parts).map(voxel => voxel.modality),
    )
    return { parts, modalities: order.filter(modality => panelModalities.has(modality)) }
  })
}

/** The width of a column that puts all regions side by side, or, where there is no room, a middling one. */
function fittingCell(
  regions: readonly { readonly modalities: readonly string[] }[],
  room: number,
  measure: MeasureText,
): number {
  const columns = sum(regions, ({ modalities }) => modalities.length)
  const fitting = Math.floor((room - (regions.length - 1) * sizes.gap) / Math.max(1, columns))
  const names = regions.flatMap(({ modalities }) => modalities.map(label))
  const least = Math.min(
    cellWidth.middling,
    Math.max(cellWidth.least, Math.ceil(widest(names, measure, 'cube-modality')) + 4),
  )
  if (fitting >= least) return Math.min(fitting, cellWidth.most)
  const most = max(regions, ({ modalities }) => modalities.length) ?? 1
  return Math.max(cellWidth.least, Math.min(cellWidth.middling, Math.floor(room / most)))
}

function placeVoxels(
  voxels: readonly VoxelEstimate[],
  rows: readonly CubeRow[],
  panels: readonly CubePanel[],
  most: number,
) {
  const voxelsByKey = new Map(voxels.map(voxel => [voxelKey(voxel), voxel]))
  const cells: CubeCell[] = []
  const empty: Pick<CubeCell, 'key' | 'x' | 'y'>[] = []
  for (const panel of panels) {
    for (const row of rows) {
      for (const { modality, x } of panel.columns) {
        const key = voxelKey({ task: row.task, modality, parts: panel.parts })
        const place = { key, x: panel.x + x, y: panel.y + row.y - 6 }
        const voxel = voxelsByKey.get(key)
        if (voxel && voxel.n > 0) cells.push({ ...place, voxel, side: squareSide(voxel.n, most) })
        else empty.push(place)
      }
    }
  }
  return { cells, empty }
}

/** The square’s area is the number of answers, as far as it can be seen. */
function squareSide(n: number, most: number): number {
  return Math.max(6, Math.round(sizes.square * Math.sqrt(Math.min(1, n / Math.max(1, most))) * 10) / 10)
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** The nearest cell in a direction, straight ahead before aside. */
export function neighbour(cells: readonly CubeCell[], from: CubeCell, direction: Direction): CubeCell | null {
  const isAcross = direction === 'ArrowLeft' || direction === 'ArrowRight'
  const sign = direction === 'ArrowLeft' || direction === 'ArrowUp' ? -1 : 1
  let best: { readonly cell: CubeCell; readonly cost: number } | null = null
  for (const cell of cells) {
    const [dx, dy] = [cell.x - from.x, cell.y - from.y]
    const [ahead, aside] = isAcross ? [dx * sign, Math.abs(dy)] : [dy * sign, Math.abs(dx)]
    if (ahead <= 0.5) continue
    const cost = ahead + aside * 8
    if (!best || cost < best.cost) best = { cell, cost }
  }
  return best?.cell ?? null
}
