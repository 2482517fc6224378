import { useMemo } from 'react'
import { count, counted, interval, none, percent } from '../format.ts'
import { ChartFrame, useRoom } from './chart-frame.tsx'
import { ChartMark } from './chart-mark.tsx'
import { type RateLayout, type RateLine, type RateRow, rateLayout } from './rate-plot-layout.ts'
import { useRoving } from './roving.ts'
import { ShareAxis } from './share-axis.tsx'

interface Props {
  readonly title: string
  readonly rows: readonly RateRow[]
  readonly href: (row: RateRow) => string
  readonly file: string
}

/** Rates as dots with their intervals; hollow where drawing images again shows no doubt and Wilson's stands in. */
export function RatePlot({ title, rows, href, file }: Props) {
  const room = useRoom(290, 860)
  const layout = useMemo(() => rateLayout(rows, room.width), [rows, room.width])
  const { svg, pointed, markProps } = useRoving(rows.length)
  const told = pointed === null ? undefined : rows[pointed]
  return (
    <ChartFrame
      title={title}
      file={file}
      room={room}
      height={layout.height}
      svg={svg}
      told={told ? textOf(told) : null}
      hint="Point at a line for its figures; open it for its chains."
    >
      <ShareAxis x={layout.x} top={layout.top - 6} bottom={layout.bottom} />
      {layout.lines.map((line, at) => (
        <ChartMark
          key={line.row.key}
          href={href(line.row)}
          name={textOf(line.row)}
          className="mark"
          markProps={markProps(at)}
        >
          <Line line={line} layout={layout} />
        </ChartMark>
      ))}
      <Texts layout={layout} />
      <Key y={layout.bottom + 22} />
    </ChartFrame>
  )
}

function textOf({ label, rate, images }: RateRow): string {
  const { n, correct, share, low, high, method } = rate
  if (n === 0) return `${label}: no such links on ${counted(images, 'image')}`
  const by = method === 'wilson' ? 'Wilson’s' : 'bootstrap'
  return `${label}: ${percent(share)}, 95% interval ${interval(low, high)} (${by}), ${count(correct)} of ${counted(n, 'link')} on ${counted(images, 'image')}`
}

function Line({
  line: { row, y },
  layout: { x, width },
}: {
  readonly line: RateLine
  readonly layout: RateLayout
}) {
  const { n, share, low, high, method } = row.rate
  const fill = method === 'wilson' ? 'var(--paper)' : 'var(--ink)'
  return (
    <>
      <rect className="mark-reach" x="0" y={y - 11} width={width} height="22" />
      {n > 0 && (
        <>
          <path className="plot-whisker" d={`M${x(low)} ${y}H${x(high)}`} />
          <circle cx={x(share)} cy={y} r="4.5" style={{ fill, stroke: 'var(--ink)' }} strokeWidth="1.5" />
        </>
      )}
    </>
  )
}

/** Labels and figures, beside the marks: the name of each mark says them in full. */
function Texts({ layout: { lines, right, isNarrow } }: { readonly layout: RateLayout }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every line's own name says its figures
    <g aria-hidden="true" className="plot-texts">
      {lines.map(({ row: { key, rate }, lines: texts, y }) => {
        const first = isNarrow ? y - 16 - 15 * (texts.length - 1) : y + 4 - 7.5 * (texts.length - 1)
        return (
          <g key={key}>
            <text className="plot-label">
              {texts.map((text, at) => (
                <tspan key={text} x="0" y={first + 15 * at}>
                  {text}
                </tspan>
              ))}
            </text>
            <text className="plot-value" x={right + 14} y={y + 4}>
              {rate.n === 0 ? none : percent(rate.share)}
              <tspan className="plot-n" x={right + 62}>
                n {count(rate.n)}
              </tspan>
            </text>
          </g>
        )
      })}
    </g>
  )
}

function Key({ y }: { readonly y: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every line's own name says its method
    <g aria-hidden="true" transform={`translate(0 ${y})`}>
      <circle cx="6" cy="-4" r="4.5" style={{ fill: 'var(--ink)', stroke: 'var(--ink)' }} />
      <text className="cube-legend" x="18">
        bootstrap interval
      </text>
      <circle
        cx="148"
        cy="-4"
        r="4.5"
        style={{ fill: 'var(--paper)', stroke: 'var(--ink)', strokeWidth: 1.5 }}
      />
      <text className="cube-legend" x="160">
        Wilson’s
      </text>
    </g>
  )
}
