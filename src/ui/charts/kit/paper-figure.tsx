import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly children: ReactNode
}

/** A chart as it is printed: its name, and the picture below. */
export function PaperFigure({ title, width, height, children }: Props) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it is scrolled, with the keyboard too */}
      <section className="table-frame" aria-label={`Picture: ${title}`} tabIndex={0}>
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
