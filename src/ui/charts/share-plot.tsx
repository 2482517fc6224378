import { type ReactNode, useMemo } from 'react'
import { count, none, percent } from '../format.ts'
import type { Share } from '../parts/share-text.tsx'
import { ChartFrame, useRoom } from './chart-frame.tsx'
import { ChartMark } from './chart-mark.tsx'
import { PlotLabel } from './plot-label.tsx'
import { useRoving } from './roving.ts'
import { ShareAxis } from './share-axis.tsx'
import { type ShareLine, type SharePlotLayout, sharePlotLayout } from './share-plot-layout.ts'

interface ShareRow {
  readonly key: string
  readonly label: string
  readonly share: Share
}

interface Props<Row extends ShareRow> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly href: (row: Row) => string
  /** A row's figures in words. */
  readonly textOf: (row: Row) => string
  readonly hint: string
  readonly file: string
  /** What is drawn at the share, above its interval. */
  readonly dot: (row: Row, cx: number, cy: number) => ReactNode
  /** What is drawn below the interval, where it needs the scale. */
  readonly behind?: (row: Row, x: (share: number) => number, y: number) => ReactNode
  /** What the shapes stand for, from the baseline of its texts. */
  readonly legend: ReactNode
}

/** Shares as dots with their intervals, a line each, on one scale of 0 to 100 %. */
export function SharePlot<Row extends ShareRow>(props: Props<Row>) {
  const { title, rows, href, textOf, hint, file, dot, behind, legend } = props
  const room = useRoom(290, 860)
  const layout = useMemo(() => sharePlotLayout(rows, room.width), [rows, room.width])
  const { svg, pointed, markProps } = useRoving(rows.length)
  const told = pointed === null ? undefined : rows[pointed]
  const { x, width } = layout
  return (
    <ChartFrame
      title={title}
      file={file}
      room={room}
      height={layout.height}
      svg={svg}
      told={told ? textOf(told) : null}
      hint={hint}
    >
      <ShareAxis x={x} top={layout.top - 6} bottom={layout.bottom} />
      {layout.lines.map(({ row, y }, at) => (
        <ChartMark
          key={row.key}
          href={href(row)}
          name={textOf(row)}
          className="mark"
          markProps={markProps(at)}
        >
          <rect className="mark-reach" x="0" y={y - 11} width={width} height="22" />
          {behind?.(row, x, y)}
          {row.share.n > 0 && (
            <>
              <path className="plot-whisker" d={`M${x(row.share.low)} ${y}H${x(row.share.high)}`} />
              {dot(row, x(row.share.share), y)}
            </>
          )}
        </ChartMark>
      ))}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every line's own name says its figures */}
      <g aria-hidden="true" className="plot-texts">
        {layout.lines.map(line => (
          <Texts key={line.row.key} line={line} layout={layout} />
        ))}
      </g>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; it explains what only eyes see */}
      <g aria-hidden="true" transform={`translate(0 ${layout.bottom + 22})`}>
        {legend}
      </g>
    </ChartFrame>
  )
}

interface TextsProps<Row> {
  readonly line: ShareLine<Row>
  readonly layout: SharePlotLayout<Row>
}

/** Its label and figures, beside the mark: the name of the mark says them in full. */
function Texts<Row extends ShareRow>({
  line: { row, lines, y },
  layout: { right, isNarrow },
}: TextsProps<Row>) {
  const { n, share } = row.share
  return (
    <>
      <PlotLabel lines={lines} y={y} isAbove={isNarrow} />
      <text className="plot-value" x={right + 14} y={y + 4}>
        {n === 0 ? none : percent(share)}
        <tspan className="plot-n" x={right + 62}>
          n {count(n)}
        </tspan>
      </text>
    </>
  )
}
