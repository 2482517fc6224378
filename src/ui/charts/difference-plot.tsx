import { useMemo } from 'react'
import type { CompareRow } from '../compare-rows.ts'
import { counted, percent, points, pointsInterval, pValue } from '../format.ts'
import { ChartFrame, useRoom } from './chart-frame.tsx'
import { ChartMark } from './chart-mark.tsx'
import { cutLabel } from './cube-layout.ts'
import { type DifferenceLayout, type DifferenceLine, differenceLayout } from './difference-layout.ts'
import { PlotLabel } from './plot-label.tsx'
import { useRoving } from './roving.ts'

interface Props {
  readonly title: string
  readonly rows: readonly CompareRow[]
  /** Of the runs, in the order of their numbers. */
  readonly names: readonly string[]
  /** The samples that make a difference. */
  readonly href: (row: CompareRow) => string
}

/** Differences to the baseline as dots with their intervals; filled where they stand after Holm's adjustment. */
export function DifferencePlot({ title, rows, names, href }: Props) {
  const room = useRoom(300, 900)
  const layout = useMemo(() => differenceLayout(rows, room.width), [rows, room.width])
  const { svg, pointed, markProps } = useRoving(rows.length)
  const several = names.length > 2
  const told = pointed === null ? undefined : rows[pointed]
  return (
    <ChartFrame
      title={title}
      file="voxelwise-differences.svg"
      room={room}
      height={layout.height + 24 + (several ? 18 * names.length : 0)}
      svg={svg}
      told={told && textOf(told, names)}
      hint="Point at a line for its figures; open it for the samples that changed."
    >
      <Scale layout={layout} />
      {layout.lines.map((line, at) => (
        <ChartMark
          key={line.row.key}
          href={href(line.row)}
          name={`${seenOf(line, several)}. ${textOf(line.row, names)}`}
          className="plot-mark"
          markProps={markProps(at)}
        >
          <Line line={line} layout={layout} several={several} />
        </ChartMark>
      ))}
      <Key layout={layout} names={several ? names : []} />
    </ChartFrame>
  )
}

/** What stands on a line, word by word: a name begins with what is seen. */
function seenOf({ row, lines }: DifferenceLine, several: boolean): string {
  return [...lines, ...(several ? [row.number] : []), points(row.difference), `n ${row.n}`].join(' ')
}

function textOf(row: CompareRow, names: readonly string[]): string {
  const run = names.length > 2 ? `, run ${row.number}` : ''
  return `${row.label}${run}: ${points(row.difference)} points, 95% interval ${pointsInterval(row.low, row.high)}; ${percent(row.first)} to ${percent(row.second)} on ${counted(row.n, 'sample')}, ${row.table.onlySecond} gained, ${row.table.onlyFirst} lost; p ${pValue(row.p)}, adjusted ${pValue(row.adjusted)}`
}

function Scale({ layout: { ticks, x, top, bottom, left, right } }: { readonly layout: DifferenceLayout }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every line's own name says its figures
    <g aria-hidden="true">
      {ticks.map(tick => (
        <g key={tick}>
          <path className={tick === 0 ? 'plot-zero' : 'plot-grid'} d={`M${x(tick)} ${top - 6}V${bottom}`} />
          <text className="plot-tick" x={x(tick)} y={top - 12}>
            {points(tick).replace('.0', '')}
          </text>
        </g>
      ))}
      <path className="plot-grid" d={`M${left} ${top - 6}H${right}`} />
    </g>
  )
}

interface LineProps {
  readonly line: DifferenceLine
  readonly layout: DifferenceLayout
  readonly several: boolean
}

function Line({ line: { row, lines, y }, layout, several }: LineProps) {
  const { x, left, right, width } = layout
  return (
    <>
      <rect className="mark-reach" x="0" y={y - 10} width={width} height="20" />
      <PlotLabel lines={lines.map(text => `${text} `)} y={y} isAbove={left < 40} />
      {several && (
        <text className="plot-tick" x={left - 14} y={y + 4}>
          {`${row.number} `}
        </text>
      )}
      <path className="plot-whisker" d={`M${x(row.low)} ${y}H${x(row.high)}`} />
      <circle cx={x(row.difference)} cy={y} r="5" style={dotOf(row)} strokeWidth="2" />
      <text className="plot-value" x={right + 10} y={y + 4}>
        {points(row.difference)}{' '}
        <tspan className="plot-n" x={right + 50}>
          n {row.n}
        </tspan>
      </text>
    </>
  )
}

/** Blue above and orange below the baseline; hollow where chance could have done it. */
function dotOf({ difference, adjusted }: CompareRow) {
  const colour = difference === 0 ? 'var(--muted)' : `var(--scale-${difference > 0 ? 'above' : 'below'})`
  return { fill: adjusted < 0.05 ? colour : 'var(--paper)', stroke: colour }
}

function Key({ layout, names }: { readonly layout: DifferenceLayout; readonly names: readonly string[] }) {
  const { height, width } = layout
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; it explains what only eyes see
    <g aria-hidden="true" transform={`translate(0 ${height + 14})`}>
      <circle cx="6" cy="-4" r="5" style={{ fill: 'var(--ink)', stroke: 'var(--ink)' }} />
      <text className="cube-legend" x="18">
        adjusted p below 0.05
      </text>
      <circle cx="160" cy="-4" r="5" style={{ fill: 'var(--paper)', stroke: 'var(--ink)', strokeWidth: 2 }} />
      <text className="cube-legend" x="172">
        could be chance
      </text>
      {names.map((name, at) => (
        <text key={name} className="cube-legend" y={20 + 18 * at}>
          {cutLabel(`${at + 1}: ${at === 0 ? 'baseline, ' : ''}${name}`, width / 6.2)}
        </text>
      ))}
    </g>
  )
}
