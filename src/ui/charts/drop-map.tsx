import { useMemo, useRef } from 'react'
import type { SpoiltFigures } from '../../engine/probes/report.ts'
import type { VoxelComparison } from '../../engine/statistics/compare.ts'
import { label, points, pointsInterval, pointsShort } from '../format.ts'
import { corruptionNames } from '../probe-names.ts'
import { voxelKey } from '../voxels.ts'
import { ChartFrame, useRoom } from './chart-frame.tsx'
import { breakLabel } from './cube-layout.ts'
import {
  colourReach,
  type DropColumn,
  type DropLayout,
  type DropPanel,
  dropLayout,
  isSure,
} from './drop-layout.ts'
import { scaleColour } from './scale.ts'

interface Props {
  readonly passes: readonly SpoiltFigures[]
  /** The voxels to show, in order. */
  readonly voxels: readonly VoxelComparison[]
}

const title =
  'Change of accuracy on spoilt images, in percentage points: overall with its interval, and by voxel'

/** What each kind of corruption costs: overall as a line by strength, and every voxel as a square below. */
export function DropMap({ passes, voxels }: Props) {
  const room = useRoom(300, Number.POSITIVE_INFINITY)
  const svg = useRef<SVGSVGElement>(null)
  const layout = useMemo(() => dropLayout(passes, voxels, room.width), [passes, voxels, room.width])
  const reach = useMemo(() => colourReach(passes), [passes])
  const width = Math.max(layout.width, Math.min(room.width, 560))
  const keyHeight = width < 520 ? 48 : 28
  return (
    <ChartFrame
      title={title}
      file="voxelwise-corruptions.svg"
      room={room}
      width={width}
      height={layout.height + keyHeight}
      svg={svg}
    >
      <Key reach={reach} isNarrow={width < 520} />
      <g transform={`translate(0 ${keyHeight})`}>
        {layout.panels.map(panel => (
          <g key={panel.corruption} transform={`translate(${panel.x} ${panel.y})`}>
            {panel.isFirst && <RowLabels layout={layout} left={-panel.x} />}
            <text className="cube-region" y="12">
              {corruptionNames[panel.corruption]}
            </text>
            <Line panel={panel} layout={layout} />
            {panel.columns.map(column => (
              <Column key={column.strength} column={column} layout={layout} reach={reach} />
            ))}
          </g>
        ))}
      </g>
    </ChartFrame>
  )
}

function RowLabels({ layout, left }: { readonly layout: DropLayout; readonly left: number }) {
  const { line, lineY, rows } = layout
  return (
    <g transform={`translate(${left} 0)`}>
      <text className="plot-label" x="0" y={lineY(0) - 4}>
        All voxels
      </text>
      <text className="plot-n" x="0" y={line.bottom + 15}>
        Strength
      </text>
      {line.ticks.map(tick => (
        <text key={tick} className="plot-tick end" x={-left - 8} y={lineY(tick) + 4}>
          {points(tick).replace('.0', '')}
        </text>
      ))}
      {rows.map(row => (
        <text key={row.key} className="plot-label">
          <tspan x="0" y={row.y - 6}>
            {breakLabel(label(row.task), 20)[0]}
          </tspan>
          <tspan className="plot-n" x="0" y={row.y + 9}>
            {cut(row.where, 23)}
          </tspan>
        </text>
      ))}
    </g>
  )
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

function Line({
  panel: { width, columns },
  layout: { line, lineY },
}: {
  panel: DropPanel
  layout: DropLayout
}) {
  const path = columns.map(
    ({ x, figures }, at) => `${at === 0 ? 'M' : 'L'}${x} ${lineY(figures.overall.difference)}`,
  )
  return (
    <>
      {line.ticks.map(tick => (
        <path
          key={tick}
          className={tick === 0 ? 'plot-zero' : 'plot-grid'}
          d={`M0 ${lineY(tick)}H${width}`}
        />
      ))}
      <path className="drop-line" d={path.join('')} />
      {columns.map(({ x, strength, figures: { overall } }) => (
        <g key={strength}>
          <title>{`Strength ${strength}: ${points(overall.difference)} points, 95% interval ${pointsInterval(overall.low, overall.high)}, n ${overall.n}`}</title>
          <path className="plot-whisker" d={`M${x} ${lineY(overall.low)}V${lineY(overall.high)}`} />
          <circle className="series-full" cx={x} cy={lineY(overall.difference)} r="3.5" />
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
  const found = useMemo(() => new Map(figures.voxels.map(voxel => [voxelKey(voxel), voxel])), [figures])
  return rows.map(({ key, y }) => {
    const voxel = found.get(key)
    if (!voxel) return <path key={key} className="cube-empty" d={`M${x - 3} ${y - 6}h6`} />
    const colour = scaleColour(voxel.difference / reach)
    return (
      <g key={key}>
        <title>{textOf(voxel)}</title>
        <rect
          className="drop-cell"
          x={x - 11}
          y={y - 18}
          width="22"
          height="22"
          style={{ fill: isSure(voxel) ? colour : 'var(--paper)', stroke: colour }}
        />
        <text className="cube-number" x={x} y={y + 18}>
          {pointsShort(voxel.difference)}
        </text>
      </g>
    )
  })
}

function textOf({ task, modality, parts, n, difference, low, high }: VoxelComparison): string {
  const place = [task, modality, parts].map(label).join(', ')
  return `${place}: ${points(difference)} points, 95% interval ${pointsInterval(low, high)}, n ${n}`
}

function Key({ reach, isNarrow }: { readonly reach: number; readonly isNarrow: boolean }) {
  const [x, y] = isNarrow ? [0, 32] : [260, 10]
  return (
    <>
      {[-1, -0.66, -0.33, 0, 0.33, 0.66, 1].map((step, at) => (
        <rect key={step} x={at * 16} y="4" width="15" height="12" style={{ fill: scaleColour(step) }} />
      ))}
      <text className="cube-legend" x="120" y="14">
        {`${points(-reach).replace('.0', '')} to ${points(reach).replace('.0', '')} points`}
      </text>
      <rect
        className="legend-hollow"
        x={x + 1}
        y={y - 6}
        width="12"
        height="12"
        style={{ stroke: scaleColour(-0.5) }}
      />
      <text className="cube-legend" x={x + 20} y={y + 4}>
        hollow: could be chance (p ≥ 0.05, Holm)
      </text>
    </>
  )
}
