import { type ReactNode, type RefObject, useId } from 'react'
import { useRem } from '../use-rem.ts'
import { useWidth } from '../use-width.ts'
import { paperWidth, usePaper } from './paper.ts'
import { PaperFigure } from './paper-figure.tsx'
import { SaveChart } from './save-chart.tsx'

export interface Room {
  readonly frame: RefObject<HTMLDivElement | null>
  /** Pixels of the page for each of the chart's own units, which follow the text size of the user. */
  readonly unit: number
  readonly width: number
}

/** The room of a chart in its own units; on paper always the same. */
export function useRoom(least: number, most: number): Room {
  const [frame, available] = useWidth<HTMLDivElement>()
  const [unit, paper] = [useRem(), usePaper()]
  const width = paper ? paperWidth : Math.max(least, available / unit)
  return { frame, unit, width: Math.min(width, most) }
}

interface Props {
  readonly title: string
  /** Name of the file that it is saved as. */
  readonly file: string
  readonly room: Room
  /** Of the picture, where it may be wider than the room. */
  readonly width?: number
  readonly height: number
  readonly svg: RefObject<SVGSVGElement | null>
  /** What is pointed at, in words; null where nothing is. */
  readonly told?: ReactNode
  /** What can be pointed at; without, the chart is a picture under a heading of its own. */
  readonly hint?: string
  /** Whether it may be larger than the screen: then the line that tells stays in sight. */
  readonly isLarge?: boolean
  readonly children: ReactNode
}

/** What all charts have in common: a name, a picture as wide as there is room, a line that tells, a way to save. */
export function ChartFrame(props: Props) {
  const { title, file, room, width = room.width, height, svg, told = null, hint, isLarge, children } = props
  const heading = useId()
  const { frame, unit } = room
  if (usePaper())
    return (
      <PaperFigure title={title} width={width} height={height}>
        {children}
      </PaperFigure>
    )
  return (
    <figure className={isLarge ? 'cube' : 'cube chart'} aria-labelledby={heading}>
      <figcaption id={heading} className={hint === undefined ? undefined : 'visually-hidden'}>
        {title}
      </figcaption>
      <div ref={frame} className="cube-frame">
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the caption names it; a title would pop up over every mark */}
        <svg
          ref={svg}
          className="cube-map"
          role={hint === undefined ? 'img' : undefined}
          width={width * unit}
          height={height * unit}
          viewBox={`0 0 ${width} ${height}`}
          aria-labelledby={heading}
        >
          {children}
        </svg>
      </div>
      {hint !== undefined && <p className={told ? 'readout' : 'readout hint muted'}>{told ?? hint}</p>}
      <SaveChart svg={svg} name={file} />
    </figure>
  )
}
