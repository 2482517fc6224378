import { max, min, sum } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import type { VoxelComparison } from '../../../engine/analysis/paired-differences.ts'
import { corruptionNames } from '../../../engine/probes/corruption-names.ts'
import type { CorruptedFigures } from '../../../engine/probes/report.ts'
import { allCorruptions, type Corruption, type Strength } from '../../../engine/protocol/probe.ts'
import { type KeyItem, keyLayout } from '../../../ui/charts/kit/key.tsx'
import { pointsTick, type Scale, ticksUp } from '../../../ui/charts/kit/scale.ts'
import { fitText, type MeasureText, widest } from '../../../ui/charts/kit/text.ts'
import { label } from '../../../ui/text/format.ts'
import { type VoxelLabels, voxelKey } from '../../../ui/text/voxels.ts'

export interface DropColumn {
  readonly x: number
  readonly strength: Strength
  readonly figures: CorruptedFigures
}

export interface DropPanel {
  readonly corruption: Corruption
  readonly x: number
  readonly y: number
  readonly width: number
  readonly columns: readonly DropColumn[]
  readonly isFirst: boolean
}

export type DropLayout = ReturnType<typeof dropLayout>

const sizes = {
  labelGap: 12,
  gap: 24,
  bandGap: 24,
  head: 30,
  line: 104,
  axis: 22,
  row: 44,
  key: 10,
}
/** Width of the labels: a quarter of the chart, but enough to read most tasks. */
const labels = { share: 0.25, least: 148 }
const cellWidth = { least: 30, most: 44 }
/** So that the key of few panels fits on one or two lines. */
const minWidth = 560

interface Options {
  readonly width: number
  readonly measure: MeasureText
  readonly items: readonly KeyItem[]
}

/** A panel for every kind of corruption: the overall difference by strength above, the voxels below. */
export function dropLayout(
  passes: readonly CorruptedFigures[],
  shown: readonly VoxelLabels[],
  { width: available, measure, items }: Options,
) {
  const kinds = allCorruptions.flatMap(corruption => {
    const strengths = passes.filter(pass => pass.corruption === corruption)
    return strengths.length > 0
      ? [{ corruption, strengths: strengths.sort((a, b) => a.strength - b.strength) }]
      : []
  })
  const line = { top: sizes.head, bottom: sizes.head + sizes.line }
  const first = line.bottom + sizes.axis
  const room = Math.max(labels.least, available * labels.share) - sizes.labelGap
  const rows = shown.map((voxel, at) => rowLayout(voxel, first + (at + 0.5) * sizes.row, room, measure))
  const texts = rows.flatMap(({ task, where }) => [measure(task, 'plot-label'), measure(where, 'plot-n')])
  const labelWidth = Math.max(labels.least, Math.ceil(max(texts) ?? 0) + sizes.labelGap)
  const tall = first + rows.length * sizes.row
  const { panels, bottom } = panelLayout(kinds, { labelWidth, available, tall, measure })
  const drawn = max(panels, panel => panel.x + panel.width) ?? labelWidth
  const width = Math.max(drawn, Math.min(available, minWidth))
  const keys = keyLayout(items, width, measure)
  const top = keys.height + sizes.key
  const y = overallScale(passes, line)
  return {
    width,
    height: top + bottom,
    keys,
    top,
    panels,
    rows,
    /** Where the line of the overall difference is drawn: from the top of a panel. */
    line: { ...line, y, ticks: ticksUp(y, pointsTick, 4) },
  }
}

function rowLayout(voxel: VoxelLabels, y: number, room: number, measure: MeasureText) {
  const [task, where] = [label(voxel.task), [voxel.modality, voxel.parts].map(label).join(' · ')]
  return {
    key: voxelKey(voxel),
    task: fitText(task, room, measure, 'plot-label'),
    where: fitText(where, room, measure, 'plot-n'),
    /** Both in full, if they were cut. */
    whole: `${task} · ${where}`,
    y,
  }
}

interface Kind {
  readonly corruption: Corruption
  readonly strengths: readonly CorruptedFigures[]
}

interface PanelOptions {
  readonly labelWidth: number
  readonly available: number
  /** Height of a panel. */
  readonly tall: number
  readonly measure: MeasureText
}

/** Panels side by side, in as many bands as the room asks for. */
function panelLayout(kinds: readonly Kind[], { labelWidth, available, tall, measure }: PanelOptions) {
  const room = available - labelWidth
  const cells = sum(kinds, ({ strengths }) => strengths.length)
  const fitting = Math.floor((room - (kinds.length - 1) * sizes.gap) / Math.max(1, cells))
  const most = max(kinds, ({ strengths }) => strengths.length) ?? 1
  const cell = Math.min(
    cellWidth.most,
    Math.max(cellWidth.least, fitting, Math.min(38, Math.floor(room / most))),
  )
  const panels: DropPanel[] = []
  let [x, y] = [0, 0]
  for (const { corruption, strengths } of kinds) {
    // A name needs room even above a single column.
    const name = Math.ceil(widest([corruptionNames[corruption]], measure, 'plot-panel'))
    const width = Math.max(strengths.length * cell, name)
    if (x > 0 && x + width > room) [x, y] = [0, y + tall + sizes.bandGap]
    const columns = strengths.map((figures, at) => ({
      figures,
      strength: figures.strength,
      x: (at + 0.5) * cell,
    }))
    panels.push({ corruption, x: labelWidth + x, y, width, columns, isFirst: x === 0 })
    x += width + sizes.gap
  }
  return { panels, bottom: y + tall }
}

/** Round ends around zero and every interval. */
function overallScale(
  passes: readonly CorruptedFigures[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): Scale {
  const low = Math.min(-0.1, min(passes, ({ overall }) => overall.low) ?? 0)
  const high = Math.max(0.1, max(passes, ({ overall }) => overall.high) ?? 0)
  return scaleLinear([low, high], [bottom, top]).nice(4)
}

/** Voxels with the largest mean drop first. */
export function hardestHit(passes: readonly CorruptedFigures[]): VoxelComparison[] {
  const sums = new Map<string, { voxel: VoxelComparison; sum: number; n: number }>()
  for (const voxel of passes.flatMap(({ voxels }) => voxels)) {
    const entry = sums.get(voxelKey(voxel)) ?? { voxel, sum: 0, n: 0 }
    sums.set(voxelKey(voxel), { ...entry, sum: entry.sum + voxel.difference, n: entry.n + 1 })
  }
  return [...sums.values()].sort((a, b) => a.sum / a.n - b.sum / b.n).map(({ voxel }) => voxel)
}

/** The largest difference that the colours must show. */
export function colourReach(passes: readonly CorruptedFigures[]): number {
  const voxels = passes.flatMap(pass => pass.voxels)
  return Math.max(0.2, max(voxels, ({ difference }) => Math.abs(difference)) ?? 0)
}
