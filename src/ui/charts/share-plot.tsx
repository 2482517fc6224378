import { type ReactNode, useMemo } from 'react'
import { AxisAcross } from './kit/axis.tsx'
import { BothWidths } from './kit/both-widths.tsx'
import { useChartWidth } from './kit/chart-width.ts'
import { Key, type KeyItem } from './kit/key.tsx'
import { MarkedChart } from './kit/mark.tsx'
import { IntervalAcross, Label } from './kit/marks.tsx'
import { type ShareRow, sharePlotLayout } from './share-plot-layout.ts'

interface Props<Row extends ShareRow> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly href: (row: Row) => string | null
  /** A row's figures in words. */
  readonly rowText: (row: Row) => string
  readonly hint: string
  readonly file: string
  /** Drawn at the share, above its interval. */
  readonly dot: (row: Row, x: number, y: number) => ReactNode
  /** Drawn below the interval, if it needs the scale. */
  readonly behind?: (row: Row, x: (share: number) => number, y: number) => ReactNode
  /** The meaning of the shapes. */
  readonly items: readonly KeyItem[]
}

/** Shares as dots with their intervals, a line each, on one scale of 0 to 100 %. */
export const SharePlot = <Row extends ShareRow>(props: Props<Row>) => (
  <BothWidths>
    <Drawn {...props} />
  </BothWidths>
)

function Drawn<Row extends ShareRow>(props: Props<Row>) {
  const { title, rows, href, rowText, hint, file, dot, behind, items } = props
  const room = useChartWidth(290, 860)
  const layout = useMemo(
    () => sharePlotLayout(rows, items, room.width, room.measure),
    [rows, items, room.width, room.measure],
  )
  const { x, width, top, bottom, lines, columns, figures } = layout
  return (
    <MarkedChart
      title={title}
      file={file}
      room={room}
      height={layout.height}
      hint={hint}
      marks={rows.map((row, at) => {
        const y = lines[at]?.y ?? 0
        return {
          key: row.key,
          href: href(row),
          name: rowText(row),
          shape: (
            <>
              <rect className="mark-reach" x="0" y={y - 11} width={width} height="22" />
              {behind?.(row, x, y)}
              {row.share.n > 0 && (
                <>
                  <IntervalAcross low={x(row.share.low)} high={x(row.share.high)} y={y} />
                  {dot(row, x(row.share.share), y)}
                </>
              )}
            </>
          ),
        }
      })}
      behind={<AxisAcross ticks={layout.ticks} top={top - 6} bottom={bottom} textY={top - 12} />}
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every mark's own name says its figures */}
      <g aria-hidden="true" className="plot-texts">
        {rows.map(({ key }, at) => {
          const line = lines[at]
          return (
            line && (
              <g key={key}>
                <Label lines={line.label} y={line.labelY} />
                <text className="plot-value" x={columns[0]} y={line.y + 4}>
                  {figures[at]?.share}
                </text>
                <text className="plot-n" x={columns[1]} y={line.y + 4}>
                  {figures[at]?.n}
                </text>
              </g>
            )
          )
        })}
      </g>
      <Key layout={layout.keys} y={layout.keyY} />
    </MarkedChart>
  )
}
