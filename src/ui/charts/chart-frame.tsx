import { type ReactNode, type RefObject, useId } from 'react'
import { useRem } from '../use-rem.ts'
import { useWidth } from '../use-width.ts'
import { SaveChart } from './save-chart.tsx'

/** The room of a chart in its own units, which follow the text size of the user. */
export function useRoom(least: number, most: number) {
  const [frame, available] = useWidth<HTMLDivElement>()
  const unit = useRem()
  return { frame, unit, width: Math.max(least, Math.min(available / unit, most)) }
}

interface Props {
  readonly title: string
  /** Name of the file that it is saved as. */
  readonly file: string
  readonly room: ReturnType<typeof useRoom>
  readonly height: number
  readonly svg: RefObject<SVGSVGElement | null>
  /** What is pointed at, in words; null where nothing is. */
  readonly told: ReactNode
  /** What can be pointed at. */
  readonly hint: string
  readonly children: ReactNode
}

/** What all charts have in common: a name, a picture as wide as there is room, a line that tells, a way to save. */
export function ChartFrame({ title, file, room, height, svg, told, hint, children }: Props) {
  const heading = useId()
  const { frame, unit, width } = room
  return (
    <figure className="cube chart" aria-labelledby={heading}>
      <figcaption id={heading} className="visually-hidden">
        {title}
      </figcaption>
      <div ref={frame} className="cube-frame">
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the caption names it; a title would pop up over every mark */}
        <svg
          ref={svg}
          className="cube-map"
          width={width * unit}
          height={height * unit}
          viewBox={`0 0 ${width} ${height}`}
          aria-labelledby={heading}
        >
          {children}
        </svg>
      </div>
      <p className={told ? 'readout' : 'readout hint muted'}>{told ?? hint}</p>
      <SaveChart svg={svg} name={file} />
    </figure>
  )
}
