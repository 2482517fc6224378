import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
} from 'react'
import { EstimateFrom } from '../../hooks/estimate-from.ts'
import { usePaper } from '../../hooks/paper.ts'
import { useOwnTask } from '../../hooks/use-task.ts'
import { SmallButton } from '../../shared/controls/button.tsx'
import { CopyImage } from '../../shared/controls/copy-image.tsx'
import { download } from '../../shared/controls/download.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import type { Room } from './chart-width.ts'
import { Label } from './marks.tsx'
import { png, svgAsSeen } from './svg-export.ts'
import { labelLine, wrapText } from './text.ts'

/** For marks too many to be Tab stops of their own: the picture handles the keys, and describes them. */
interface Walk {
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly onPointerMove: (event: PointerEvent<SVGSVGElement>) => void
  readonly onPointerLeave: () => void
}

interface Props {
  readonly title: string
  /** Name of the file that it is saved as. */
  readonly file: string
  readonly room: Room
  /** Width of the picture, where it may be wider than the room. */
  readonly width?: number
  readonly height: number
  readonly svg: RefObject<SVGSVGElement | null>
  /** The pointed-at mark, in words; null if there is none. */
  readonly readout?: ReactNode
  /** The marks that can be pointed at; without them, the chart is a picture under a heading of its own. */
  readonly hint?: string
  /** Whether it may be larger than the screen: then the readout stays in sight. */
  readonly isLarge?: boolean
  /** The place of the pointed-at mark, beside which the readout stands. */
  readonly at?: { readonly x: number; readonly y: number } | null
  readonly walk?: Walk
  /** Whose answers are drawn: a line of the picture, so that it is saved with it. */
  readonly source?: string
  readonly children: ReactNode
}

/** Each line below the picture is cut after this many. */
const mostLines = 4

/** Shared by all charts: a name, a picture as wide as its place, a readout, a way to save. */
export function ChartFrame(props: Props) {
  const {
    title,
    file,
    room,
    width = room.width,
    svg,
    readout = null,
    hint,
    isLarge,
    at,
    walk,
    source,
  } = props
  const estimate = useContext(EstimateFrom)
  // Part of the picture, so that they are saved with it.
  const words = [source, estimate === null ? undefined : `An estimate from ${estimate}`].flatMap(text =>
    text === undefined ? [] : wrapText(text, width, room.measure, 'plot-key', mostLines),
  )
  const height = props.height + (words.length === 0 ? 0 : 10 + labelLine * words.length)
  const children = (
    <>
      {props.children}
      {words.length > 0 && <Label lines={words} y={props.height + labelLine + 4} style="plot-key" />}
    </>
  )
  const [heading, keys] = [useId(), useId()]
  const { frame, unit } = room
  const picture = { width, height, children }
  if (usePaper()) return <PaperFigure title={title} {...picture} />
  const size = {
    ref: svg,
    className: 'plot',
    width: width * unit,
    height: height * unit,
    viewBox: `0 0 ${width} ${height}`,
    children,
  }
  return (
    <figure className={isLarge ? 'stack pointed-chart' : 'stack chart'} aria-labelledby={heading}>
      <figcaption id={heading} className={hint === undefined ? undefined : 'visually-hidden'}>
        {title}
      </figcaption>
      <PlotFrame {...{ frame, heading, keys, size, walk }} isNamed={hint === undefined} />
      {hint !== undefined && <Readout {...{ hint, readout, keys, at }} isWalked={walk !== undefined} />}
      {at && readout && <Pointed {...{ at, room, width, height, readout }} />}
      <SaveChart svg={svg} name={file} />
    </figure>
  )
}

interface PlotProps {
  readonly frame: RefObject<HTMLDivElement | null>
  /** Ids of the caption, and of the words on the keys. */
  readonly heading: string
  readonly keys: string
  readonly size: ComponentProps<'svg'>
  readonly walk: Walk | undefined
  /** Whether the picture itself is announced. */
  readonly isNamed: boolean
}

/** The picture; where its marks can be walked, it takes the focus and the arrow keys. */
function PlotFrame({ frame, heading, keys, size, walk, isNamed }: PlotProps) {
  if (!walk)
    return (
      <div ref={frame} className="plot-frame">
        {/* Named by the caption: a title would pop up over every mark. */}
        <svg {...size} role={isNamed ? 'img' : undefined} aria-labelledby={heading} />
      </div>
    )
  return (
    <section
      ref={frame}
      className="plot-frame"
      aria-labelledby={heading}
      aria-describedby={keys}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its cells are walked with the arrow keys
      tabIndex={0}
      onKeyDown={walk.onKeyDown}
      onFocus={walk.onFocus}
      onBlur={walk.onBlur}
    >
      <svg
        {...size}
        aria-hidden="true"
        focusable="false"
        onPointerMove={walk.onPointerMove}
        onPointerLeave={walk.onPointerLeave}
      />
    </section>
  )
}

interface PointedProps {
  readonly at: { readonly x: number; readonly y: number }
  readonly room: Room
  readonly width: number
  readonly height: number
  readonly readout: ReactNode
}

/** The readout beside the mark that is pointed at, on the side with more room. */
const Pointed = ({ at, room: { frame, unit }, width, height, readout }: PointedProps) => (
  <p
    className="pointed"
    style={{
      left: at.x * unit - (frame.current?.scrollLeft ?? 0),
      top: at.y * unit,
      transform: `translate(${at.x > width / 2 ? 'calc(-100% - 1.5rem)' : '1.5rem'}, ${at.y > height / 2 ? '-100%' : '0'})`,
    }}
  >
    {readout}
  </p>
)

interface ReadoutProps {
  readonly hint: string
  readonly readout: ReactNode
  readonly at: Props['at'] | undefined
  readonly keys: string
  readonly isWalked: boolean
}

/** The words below a picture whose marks can be pointed at: those of a mark, or how to point at one. */
function Readout({ hint, readout, keys, at, isWalked }: ReadoutProps) {
  if (!isWalked)
    return (
      <p className={readout && !at ? 'readout' : 'readout hint muted'}>{(at ? null : readout) ?? hint}</p>
    )
  return (
    <>
      <p id={keys} className={readout ? 'visually-hidden' : 'readout hint muted'}>
        {hint}
      </p>
      <p className={readout ? 'readout' : 'visually-hidden'} role="status">
        {readout}
      </p>
    </>
  )
}

interface PaperProps {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly children: ReactNode
}

/** A higher picture scrolls within itself in a report on a screen. */
const tall = 1300

/** A chart as it is printed: its name, and the picture below. */
function PaperFigure({ title, width, height, children }: PaperProps) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <section
        className="table-frame"
        data-tall={height > tall || undefined}
        aria-label={`Picture: ${title}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it is scrolled, with the keyboard too
        tabIndex={0}
      >
        <svg
          className="plot"
          role="img"
          aria-label={title}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          {children}
        </svg>
      </section>
    </figure>
  )
}

interface SaveChartProps {
  readonly svg: RefObject<SVGSVGElement | null>
  /** Name of the SVG file. */
  readonly name: string
}

/** Saves a chart as it is seen: as SVG, and as PNG for programs that read no SVG. */
function SaveChart({ svg, name }: SaveChartProps) {
  const { problem, run } = useOwnTask()
  const pngName = name.replace(/(\.svg)?$/, '.png')
  const saveSvg = () => {
    if (svg.current) download(new Blob([svgAsSeen(svg.current)], { type: 'image/svg+xml' }), name)
  }
  const savePng = () =>
    run('Drawing', pngName, async () => {
      if (svg.current) download(await png(svg.current), pngName)
    })
  return (
    <>
      <div className="actions">
        <SmallButton onClick={saveSvg}>Save as SVG</SmallButton>
        <SmallButton onClick={savePng}>Save as PNG</SmallButton>
        <CopyImage name={pngName} draw={() => (svg.current ? png(svg.current) : null)} />
      </div>
      {problem && <ErrorBox error={problem} />}
    </>
  )
}
