import { includesZero } from '@voxelwise/statistics'
import { useMemo, useRef } from 'react'
import type { VoxelComparison } from '../../../engine/analysis/paired-differences.ts'
import { corruptionNames } from '../../../engine/probes/corruption-names.ts'
import type { CorruptedFigures } from '../../../engine/probes/report.ts'
import { AxisUp } from '../../../ui/charts/kit/axis.tsx'
import { inBothWidths } from '../../../ui/charts/kit/both-widths.tsx'
import { useChartWidth } from '../../../ui/charts/kit/chart-width.ts'
import { ChartFrame } from '../../../ui/charts/kit/frame.tsx'
import { Key, type KeyItem } from '../../../ui/charts/kit/key.tsx'
import {
  Cell,
  Dot,
  EmptyCell,
  IntervalUp,
  Ramp,
  rampWidth,
  scaleColour,
} from '../../../ui/charts/kit/marks.tsx'
import { pointsTick } from '../../../ui/charts/kit/scale.ts'
import { label, points, pointsInterval, pointsShort } from '../../../ui/text/format.ts'
import { voxelKey } from '../../../ui/text/voxels.ts'
import { colourReach, type DropColumn, type DropLayout, type DropPanel, dropLayout } from './drop-layout.ts'

interface Props {
  readonly passes: readonly CorruptedFigures[]
  /** The voxels to show, in order. */
  readonly voxels: readonly VoxelComparison[]
}

const title =
  'Change of accuracy on corrupted images, in percentage points: overall with its interval, and by voxel'

/** What each kind of corruption costs: overall as a line by strength, and every voxel as a square below. */
export const DropMap = inBothWidths(Drawn)

function Drawn({ passes, voxels }: Props) {
  const room = useChartWidth(300, Number.POSITIVE_INFINITY)
  const svg = useRef<SVGSVGElement>(null)
  const reach = useMemo(() => colourReach(passes), [passes])
  const layout = useMemo(
    () => dropLayout(passes, voxels, { width: room.width, measure: room.measure, items: keyItems(reach) }),
    [passes, voxels, room.width, room.measure, reach],
  )
  return (
    <ChartFrame
      title={title}
      file="voxelwise-corruptions.svg"
      room={room}
      width={layout.width}
      height={layout.height}
      svg={svg}
    >
      <Key layout={layout.keys} />
      <g transform={`translate(0 ${layout.top})`}>
        {layout.panels.map(panel => (
          <g key={panel.corruption} transform={`translate(${panel.x} ${panel.y})`}>
            {panel.isFirst && <RowLabels layout={layout} left={-panel.x} />}
            <text className="plot-panel" y="12">
              {corruptionNames[panel.corruption]}
            </text>
            <Overall panel={panel} line={layout.line} />
            {panel.columns.map(column => (
              <Column key={column.strength} column={column} layout={layout} reach={reach} />
            ))}
          </g>
        ))}
      </g>
    </ChartFrame>
  )
}

function keyItems(reach: number): readonly KeyItem[] {
  const ends = `${pointsTick(-reach)} to ${pointsTick(reach)} points`
  return [
    { text: ends, width: rampWidth, sign: <Ramp /> },
    {
      text: 'hollow = interval includes 0',
      width: 14,
      sign: <Cell x={7} y={0} side={12} colour={scaleColour(-0.5)} isHollow />,
    },
  ]
}

function RowLabels({ layout: { line, rows }, left }: { readonly layout: DropLayout; readonly left: number }) {
  return (
    <>
      <AxisUp ticks={line.ticks} left={0} right={0} textX={-8} />
      <g transform={`translate(${left} 0)`}>
        <text className="plot-label" x="0" y={line.y(0) - 4}>
          All voxels
        </text>
        <text className="plot-n" x="0" y={line.bottom + 15}>
          Strength
        </text>
        {rows.map(({ key, task, where, whole, y }) => (
          <g key={key}>
            <title>{whole}</title>
            <text className="plot-label" x="0" y={y - 6}>
              {task}
            </text>
            <text className="plot-n" x="0" y={y + 9}>
              {where}
            </text>
          </g>
        ))}
      </g>
    </>
  )
}

interface OverallProps {
  readonly panel: DropPanel
  readonly line: DropLayout['line']
}

function Overall({ panel: { width, columns }, line }: OverallProps) {
  const path = columns.map(({ x, figures }) => `${x} ${line.y(figures.overall.difference)}`).join('L')
  return (
    <>
      <AxisUp ticks={line.ticks} left={0} right={width} hasZero />
      <path className="drop-line" d={`M${path}`} />
      {columns.map(({ x, strength, figures: { overall } }) => (
        <g key={strength}>
          <title>{`Strength ${strength}: ${points(overall.difference)} points, 95% interval ${pointsInterval(overall.low, overall.high)}, n ${overall.n}`}</title>
          <IntervalUp x={x} low={line.y(overall.low)} high={line.y(overall.high)} />
          <Dot x={x} y={line.y(overall.difference)} r={3.5} />
          <text className="plot-tick" x={x} y={line.bottom + 15}>
            {strength}
          </text>
        </g>
      ))}
    </>
  )
}

interface ColumnProps {
  readonly column: DropColumn
  readonly layout: DropLayout
  readonly reach: number
}

function Column({ column: { x, figures }, layout: { rows }, reach }: ColumnProps) {
  const byKey = useMemo(() => new Map(figures.voxels.map(voxel => [voxelKey(voxel), voxel])), [figures])
  return rows.map(({ key, y }) => {
    const voxel = byKey.get(key)
    if (!voxel) return <EmptyCell key={key} x={x} y={y - 6} />
    return (
      <g key={key}>
        <title>{voxelTitle(voxel)}</title>
        <Cell
          x={x}
          y={y - 7}
          side={22}
          colour={scaleColour(voxel.difference / reach)}
          isHollow={includesZero(voxel)}
        />
        <text className="plot-number" x={x} y={y + 18}>
          {pointsShort(voxel.difference)}
        </text>
      </g>
    )
  })
}

function voxelTitle({ task, modality, parts, n, difference, low, high }: VoxelComparison): string {
  const place = [task, modality, parts].map(label).join(', ')
  return `${place}: ${points(difference)} points, 95% interval ${pointsInterval(low, high)}, n ${n}`
}
