import { useMemo, useRef } from 'react'
import { count, interval, label, none, percent } from '../format.ts'
import { NumberHeads } from '../parts/number-heads.tsx'
import { SaveCsv } from '../parts/save-csv.tsx'
import { estimateColumns } from '../saved-columns.ts'
import { ChartFrame, useRoom } from './chart-frame.tsx'
import { type IntervalLayout, intervalLayout, type PlotRow } from './interval-layout.ts'
import { usePaper } from './paper.ts'
import { ShareAxis } from './share-axis.tsx'

interface Props {
  readonly title: string
  /** What the rows are, for the table's head. */
  readonly axis: string
  /** Names of the marks of a row; each has its own shape. */
  readonly series: readonly string[]
  readonly rows: readonly PlotRow[]
  /** Name of the saved file, without its ending. */
  readonly file: string
}

/** Proportions as marks with their intervals on one scale of 0 to 100 %, chance as a dashed line; and as a table. */
export function IntervalPlot({ title, axis, series, rows, file }: Props) {
  const room = useRoom(280, 760)
  const svg = useRef<SVGSVGElement>(null)
  const isOnPaper = usePaper()
  const layout = useMemo(() => intervalLayout(rows, series, room.width), [rows, series, room.width])
  return (
    <>
      <ChartFrame title={title} file={`${file}.svg`} room={room} height={layout.height} svg={svg}>
        <Key keys={layout.keys} />
        <ShareAxis x={layout.x} top={layout.top - 4} bottom={layout.height - 4} />
        {layout.lines.map(line => (
          <g key={line.key}>
            <text className="plot-label">
              {line.label.map((text, at) => (
                <tspan key={text} x="0" y={line.labelY + 15 * at}>
                  {text}
                </tspan>
              ))}
            </text>
            {line.marks.map(mark => (
              <Mark key={mark.series} {...mark} layout={layout} />
            ))}
          </g>
        ))}
      </ChartFrame>
      {!isOnPaper && (
        <details className="as-table">
          <summary>As a table</summary>
          <IntervalTable title={title} axis={axis} series={series} rows={rows} file={file} />
        </details>
      )}
    </>
  )
}

function Key({ keys }: Pick<IntervalLayout, 'keys'>) {
  return keys.map(({ name, x, y, series }) => (
    <g key={name}>
      <Shape series={series} x={x + 5} y={y} />
      <text className="cube-legend" x={x + 16} y={y + 4}>
        {name}
      </text>
    </g>
  ))
}

type MarkProps = IntervalLayout['lines'][number]['marks'][number] & { readonly layout: IntervalLayout }

function Mark({ estimate, series, y, layout: { x, right } }: MarkProps) {
  const { n, share, low, high, chance } = estimate
  return (
    <>
      {chance !== null && <path className="whisker-chance" d={`M${x(chance)} ${y - 9}V${y + 9}`} />}
      {n > 0 && <path className="plot-whisker" d={`M${x(low)} ${y}H${x(high)}`} />}
      {n > 0 && <Shape series={series} x={x(share)} y={y} />}
      <text className="plot-value" x={right + 10} y={y + 4}>
        {n > 0 ? percent(share) : none}
        <tspan className="plot-n" x={right + 58}>
          n {count(n)}
        </tspan>
      </text>
    </>
  )
}

/** Series are told apart by shape, not by colour. */
function Shape({ series, x, y }: { readonly series: number; readonly x: number; readonly y: number }) {
  switch (series % 4) {
    case 0:
      return <circle className="series-full" cx={x} cy={y} r="4.5" />
    case 1:
      return <circle className="series-hollow" cx={x} cy={y} r="4.5" />
    case 2:
      return <rect className="series-hollow" x={x - 4} y={y - 4} width="8" height="8" />
    default:
      return <path className="series-full" d={`M${x} ${y - 6}l6 6l-6 6l-6 -6z`} />
  }
}

function IntervalTable({ title, axis, series, rows, file }: Props) {
  const marks = rows.flatMap(row => row.marks.map(mark => ({ ...mark.estimate, row, series: mark.series })))
  const columns = [
    { name: axis.toLowerCase(), value: ({ row }: (typeof marks)[number]) => row.label },
    { name: 'what', value: (mark: (typeof marks)[number]) => series[mark.series] ?? null },
    ...estimateColumns,
  ]
  return (
    <div className="stack">
      <div className="table-frame">
        <table className="data">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{axis}</th>
              {series.length > 1 && <th scope="col">What</th>}
              <NumberHeads names={['n', 'Share', '95% interval', 'Chance']} />
            </tr>
          </thead>
          <tbody>
            {rows.flatMap(row =>
              row.marks.map(({ series: at, estimate: { n, share, low, high, chance } }) => (
                <tr key={`${row.key} ${at}`}>
                  <th scope="row">{label(row.label)}</th>
                  {series.length > 1 && <td>{series[at]}</td>}
                  <td className="number">{count(n)}</td>
                  <td className="number strong">{n > 0 ? percent(share) : none}</td>
                  <td className="number">{n > 0 ? interval(low, high) : none}</td>
                  <td className="number">{chance === null ? none : percent(chance)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      <SaveCsv columns={columns} rows={marks} file={`${file}.csv`} />
    </div>
  )
}
