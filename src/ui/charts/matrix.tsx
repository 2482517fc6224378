import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import type { Island } from '../../engine/statistics/island.ts'
import { coefficient, label, none } from '../format.ts'
import { useRem } from '../use-rem.ts'
import { useWidth } from '../use-width.ts'
import { MatrixCells } from './matrix-cells.tsx'
import { matrixLayout, moved, type Place, placeAt } from './matrix-layout.ts'
import { MatrixTable } from './matrix-table.tsx'
import { paperWidth, usePaper } from './paper.ts'
import { PaperFigure } from './paper-figure.tsx'
import { SaveChart } from './save-chart.tsx'

interface Props {
  readonly title: string
  readonly island: Island
  readonly file: string
}

/** Correlations as a clustered matrix: what rises and falls together lies together. */
export function Matrix(props: Props) {
  return usePaper() ? <PaperMatrix {...props} /> : <ScreenMatrix {...props} />
}

function PaperMatrix({ title, island }: Props) {
  const layout = matrixLayout(island.labels, paperWidth)
  return (
    <PaperFigure title={title} width={layout.width} height={layout.height}>
      <MatrixCells island={island} layout={layout} />
    </PaperFigure>
  )
}

function ScreenMatrix({ title, island, file }: Props) {
  const [frame, available] = useWidth<HTMLElement>()
  const unit = useRem()
  const svg = useRef<SVGSVGElement>(null)
  const [heading, keys] = [useId(), useId()]
  const layout = useMemo(() => matrixLayout(island.labels, available / unit), [island, available, unit])
  const [place, setPlace] = useState<Place | null>(null)
  const { width, height, cell, left, top } = layout

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const scale = width / box.width
    setPlace(placeAt(layout, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale))
  }
  const move = (event: KeyboardEvent) => {
    const next = moved(place, event.key, island.labels.length)
    if (!next) return
    event.preventDefault()
    setPlace(next)
    const box = frame.current
    const right = (left + (next.column + 1) * cell) * unit
    if (box) box.scrollLeft = Math.max(0, right - box.clientWidth + 2 * cell * unit)
  }

  return (
    <figure className="cube" aria-labelledby={heading}>
      <figcaption id={heading} className="visually-hidden">
        {title}
      </figcaption>
      <section
        ref={frame}
        className="cube-frame"
        aria-labelledby={heading}
        aria-describedby={keys}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its cells are walked with the arrow keys
        tabIndex={0}
        onKeyDown={move}
        onFocus={() => setPlace(place ?? { row: 0, column: 0 })}
        onBlur={() => setPlace(null)}
      >
        <svg
          ref={svg}
          className="cube-map"
          width={width * unit}
          height={height * unit}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
          focusable="false"
          onPointerMove={point}
          onPointerLeave={() => setPlace(null)}
        >
          <MatrixCells island={island} layout={layout} />
          {place && (
            <rect
              className="matrix-cursor"
              x={left + place.column * cell}
              y={top + place.row * cell}
              width={cell}
              height={cell}
            />
          )}
        </svg>
      </section>
      <p id={keys} className={place ? 'visually-hidden' : 'readout hint muted'}>
        Point at a cell for its correlation, or move between cells with the arrow keys.
      </p>
      <p className={place ? 'readout' : 'visually-hidden'} role="status">
        {place && textAt(island, place)}
      </p>
      <SaveChart svg={svg} name={file} />
      <MatrixTable title={title} island={island} file={file.replace(/\.svg$/, '.csv')} />
    </figure>
  )
}

function textAt({ labels, matrix }: Island, { row, column }: Place): string {
  const [first, second] = [label(labels[row] ?? ''), label(labels[column] ?? '')]
  const r = matrix[row]?.[column] ?? null
  return `${first} and ${second}: ${r === null ? `${none} (not defined)` : `r ${coefficient(r)}`}`
}
