import { useMemo, useRef } from 'react'
import { isBare, type ShownShare } from '../../../engine/analysis/shares.ts'
import { AxisAcross } from '../../charts/kit/axis.tsx'
import { inBothWidths } from '../../charts/kit/both-widths.tsx'
import { useChartWidth } from '../../charts/kit/chart-width.ts'
import { ChartFrame } from '../../charts/kit/frame.tsx'
import { Key, type KeyItem, keyLayout } from '../../charts/kit/key.tsx'
import { linesLayout } from '../../charts/kit/lines.ts'
import { Chance, IntervalAcross, Label, Majority, SeriesMark } from '../../charts/kit/marks.tsx'
import { shareScale, shareTick, ticksAcross } from '../../charts/kit/scale.ts'
import type { MeasureText } from '../../charts/kit/text.ts'
import { AsTable } from '../../shared/controls/folded.tsx'
import { figure, intervalColumns } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { savedEstimateColumns } from '../../shared/table/saved-columns.ts'
import type { TableColumn } from '../../shared/table/table.tsx'
import { clusterCell } from '../../text/clusters.ts'
import { count, label, none, percent } from '../../text/format.ts'

export interface PlotMark {
  /** Place in the list of series. */
  readonly series: number
  readonly estimate: ShownShare
}

export interface PlotRow {
  readonly key: string
  readonly label: string
  readonly marks: readonly PlotMark[]
}

interface Props {
  readonly title: string
  /** The name of the rows, for the table's head. */
  readonly axis: string
  /** Names of the marks of a row; each has its own shape. */
  readonly series: readonly string[]
  readonly rows: readonly PlotRow[]
  /** Name of the saved file, without its ending. */
  readonly file: string
}

/** Proportions as marks with their intervals on one scale of 0 to 100 %, chance as a dashed line; and as a table. */
export const IntervalPlot = (props: Props) => (
  <>
    <Picture {...props} />
    <AsTable>
      <IntervalTable {...props} />
    </AsTable>
  </>
)

const Picture = inBothWidths(Drawn)

function Drawn({ title, series, rows, file }: Props) {
  const room = useChartWidth(280, 760)
  const svg = useRef<SVGSVGElement>(null)
  const layout = useMemo(() => {
    const items = series.map((text, at) => ({
      text,
      width: 12,
      sign: <SeriesMark series={at} x={6} y={0} />,
    }))
    return intervalLayout(rows, items, room.width, room.measure)
  }, [rows, series, room.width, room.measure])
  return (
    <ChartFrame title={title} file={`${file}.svg`} room={room} height={layout.height} svg={svg}>
      <Key layout={layout.keys} />
      <AxisAcross ticks={layout.ticks} top={layout.top - 6} bottom={layout.bottom} textY={layout.top - 12} />
      {rows.map((row, at) => {
        const line = layout.lines[at]
        return (
          <g key={row.key}>
            {line && <Label lines={line.label} y={line.labelY} />}
            {layout.marks[at]?.map(mark => (
              <Mark key={mark.series} mark={mark} layout={layout} />
            ))}
          </g>
        )
      })}
    </ChartFrame>
  )
}

const markHeight = 20

/** A line for every mark, so that no interval covers another; the key names the series where there are several. */
function intervalLayout(
  rows: readonly PlotRow[],
  items: readonly KeyItem[],
  width: number,
  measure: MeasureText,
) {
  const keys = keyLayout(items.length < 2 ? [] : items, width, measure)
  const top = keys.height + 30
  const figures = rows.map(({ marks }) =>
    marks.map(mark => ({
      ...mark,
      share: mark.estimate.n > 0 ? percent(mark.estimate.share) : none,
      n: `n ${count(mark.estimate.n)}`,
    })),
  )
  const lines = linesLayout(
    rows.map(row => ({ label: label(row.label), tall: markHeight * row.marks.length })),
    [
      { texts: figures.flat().map(({ share }) => share), style: 'plot-value' },
      { texts: figures.flat().map(({ n }) => n), style: 'plot-n' },
    ],
    { width, measure, top, apart: 8 },
  )
  const x = shareScale([lines.left, lines.right])
  const marks = figures.map((row, at) =>
    row.map((mark, i) => ({
      ...mark,
      y: (lines.lines[at]?.y ?? 0) + (i - (row.length - 1) / 2) * markHeight,
    })),
  )
  return {
    ...lines,
    height: lines.bottom + 8,
    top,
    x,
    ticks: ticksAcross(x, measure, shareTick),
    keys,
    marks,
  }
}

type IntervalLayout = ReturnType<typeof intervalLayout>

interface MarkProps {
  readonly mark: IntervalLayout['marks'][number][number]
  readonly layout: IntervalLayout
}

function Mark({ mark, layout }: MarkProps) {
  const { estimate, series, y, share, n } = mark
  const { x, columns } = layout
  return (
    <>
      {estimate.chance !== null && <Chance x={x(estimate.chance)} y={y} />}
      {estimate.majority !== undefined && <Majority x={x(estimate.majority)} y={y} />}
      {estimate.n > 0 && (
        <>
          {!isBare(estimate) && <IntervalAcross low={x(estimate.low)} high={x(estimate.high)} y={y} />}
          <SeriesMark series={series} x={x(estimate.share)} y={y} />
        </>
      )}
      <text className="plot-value" x={columns[0]} y={y + 4}>
        {share}
      </text>
      <text className="plot-n" x={columns[1]} y={y + 4}>
        {n}
      </text>
    </>
  )
}

function IntervalTable({ title, axis, series, rows, file }: Props) {
  const marks = rows.flatMap(row => row.marks.map(mark => ({ ...mark.estimate, row, series: mark.series })))
  type Line = (typeof marks)[number]
  const what = (mark: Line) => series[mark.series] ?? null
  const columns: readonly TableColumn<Line>[] = [
    { key: 'label', name: axis, cell: ({ row }) => label(row.label) },
    ...(series.length > 1 ? [{ key: 'what', name: 'What', cell: what }] : []),
    figure('n', 'n', ({ n }) => n, count),
    figure('share', 'Share', ({ n, share }) => (n > 0 ? share : null), percent, { isStrong: true }),
    figure('clusters', 'Clusters', ({ basis }) => basis?.clusters ?? null, count, {
      cell: ({ basis }) => (basis ? clusterCell(basis) : none),
    }),
    intervalColumns<Line>(mark => (mark.n > 0 && !isBare(mark) ? mark : null))[0],
    figure('chance', 'Guessing', ({ chance }) => chance, percent),
    ...(marks.some(({ majority }) => majority !== undefined)
      ? [figure<Line>('majority', 'Most frequent answer', ({ majority }) => majority ?? null, percent)]
      : []),
  ]
  return (
    <DataTable
      caption={`Figures: ${title}`}
      columns={columns}
      rows={marks}
      rowKey={mark => `${mark.row.key} ${mark.series}`}
      savedColumns={[
        { name: axis.toLowerCase(), value: ({ row }) => row.label },
        { name: 'what', value: what },
        ...savedEstimateColumns,
      ]}
      file={`${file}.csv`}
    />
  )
}
