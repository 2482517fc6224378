import { useMemo } from 'react'
import { isFound } from '../../../engine/analysis/paired-differences.ts'
import { counted } from '../../../engine/base/counted.ts'
import { AxisAcross } from '../../charts/kit/axis.tsx'
import { inBothWidths } from '../../charts/kit/both-widths.tsx'
import { useChartWidth } from '../../charts/kit/chart-width.ts'
import { Key, type KeyItem } from '../../charts/kit/key.tsx'
import { MarkedChart } from '../../charts/kit/mark.tsx'
import { Dot, IntervalAcross, Label } from '../../charts/kit/marks.tsx'
import { percent, points, pointsInterval, pValue } from '../../text/format.ts'
import type { CompareRow } from './compare-rows.ts'
import { type DifferenceLayout, type DifferenceLine, differenceLayout } from './difference-layout.ts'

interface Props {
  readonly title: string
  readonly rows: readonly CompareRow[]
  /** Names of the runs, in the order of their numbers. */
  readonly names: readonly string[]
  /** The samples that make a difference. */
  readonly href: (row: CompareRow) => string | null
}

const items: readonly KeyItem[] = [
  { text: 'adjusted p below 0.05', width: 12, sign: <Dot x={6} y={0} r={5} /> },
  { text: 'adjusted p 0.05 or more', width: 12, sign: <Dot x={6} y={0} r={5} isHollow /> },
]

/** Differences from the baseline as dots with their intervals; hollow where no difference is found, as p decides. */
export const DifferencePlot = inBothWidths(Drawn)

function Drawn({ title, rows, names, href }: Props) {
  const room = useChartWidth(300, 900)
  const layout = useMemo(
    () => differenceLayout(rows, { names, items, width: room.width, measure: room.measure }),
    [rows, names, room.width, room.measure],
  )
  const several = names.length > 2
  return (
    <MarkedChart
      title={title}
      file="voxelwise-differences.svg"
      room={room}
      height={layout.height}
      hint="Point at a line for its figures. Click it for the changed samples."
      className="plot-mark"
      marks={layout.lines.map(line => ({
        key: line.row.key,
        href: href(line.row),
        name: `${visibleWords(line, several)}. ${lineText(line.row, names)}`,
        readout: lineText(line.row, names),
        shape: <Line line={line} layout={layout} several={several} />,
      }))}
      behind={
        <AxisAcross
          ticks={layout.ticks}
          top={layout.top - 6}
          bottom={layout.bottom}
          textY={layout.top - 12}
          hasZero
        />
      }
    >
      <Key layout={layout.keys} y={layout.keyY} />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every line's own name says its run */}
      <g aria-hidden="true">
        {layout.names.map(({ text, y }) => (
          <text key={y} className="plot-key" y={y}>
            {text}
          </text>
        ))}
      </g>
    </MarkedChart>
  )
}

/** The text of a line, word by word: a name begins with what is visible. */
function visibleWords({ row, label, difference, n }: DifferenceLine, several: boolean): string {
  return [...label, ...(several ? [row.number] : []), difference, n].join(' ')
}

function lineText(row: CompareRow, names: readonly string[]): string {
  const run = names.length > 2 ? `, run ${row.number}` : ''
  return `${row.label}${run}: ${points(row.difference)} points, 95% interval ${pointsInterval(row.low, row.high)}, adjusted p ${pValue(row.adjusted)}; ${percent(row.first)} to ${percent(row.second)} on ${counted(row.n, 'sample')}, ${row.table.onlySecond} gained, ${row.table.onlyFirst} lost`
}

interface LineProps {
  readonly line: DifferenceLine
  readonly layout: DifferenceLayout
  readonly several: boolean
}

function Line({ line: { row, label, labelY, y, difference, n }, layout, several }: LineProps) {
  const { x, left, columns, width } = layout
  return (
    <>
      <rect className="mark-reach" x="0" y={y - 10} width={width} height="20" />
      {/* Spaces part the texts for programs that read a link's text as it stands. */}
      <Label lines={label.map(text => `${text} `)} y={labelY} />
      {several && (
        <text className="plot-tick" x={left - 18} y={y + 4}>
          {`${row.number} `}
        </text>
      )}
      <IntervalAcross low={x(row.low)} high={x(row.high)} y={y} />
      <Dot x={x(row.difference)} y={y} r={5} isHollow={!isFound(row)} colour={sideColour(row)} />
      <text className="plot-value" x={columns[0]} y={y + 4}>
        {`${difference} `}
      </text>
      <text className="plot-n" x={columns[1]} y={y + 4}>
        {n}
      </text>
    </>
  )
}

/** Blue above and orange below the baseline. */
const sideColour = ({ difference }: CompareRow) =>
  difference === 0 ? 'var(--muted)' : `var(--scale-${difference > 0 ? 'above' : 'below'})`
