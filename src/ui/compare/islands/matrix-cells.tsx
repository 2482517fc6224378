import { memo } from 'react'
import type { Island } from '../../../engine/analysis/island.ts'
import { Key, type KeyItem } from '../../charts/kit/key.tsx'
import { coefficient } from '../../text/format.ts'
import { cellPaths, type MatrixLayout } from './matrix-layout.ts'

/** Orange for opposite, blue for alike, the paler the less; without a hue where there is no relation. */
function correlationColour(r: number): string {
  return `color-mix(in oklab, var(--scale-${r < 0 ? 'below' : 'above'}) ${Math.round(Math.abs(r) * 100)}%, var(--sunken))`
}

/** Black or white, whichever has at least 4.5:1 on such a cell: light and dark themes turn at different strengths. */
function numberColour(r: number): string {
  const [light, dark] = r < 0 ? [0.87, 0.6] : [0.77, 0.63]
  const strength = Math.abs(r)
  return `light-dark(${strength > light ? 'white' : 'black'}, ${strength > dark ? 'black' : 'white'})`
}

interface Props {
  readonly island: Island
  readonly layout: MatrixLayout
}

/** All that does not change while one points about. */
export const MatrixCells = memo(function MatrixCells({ island, layout }: Props) {
  const { cell, left, top, labels, hasNumbers } = layout
  const middle = (at: number) => (at + 0.5) * cell
  return (
    <>
      <Key layout={layout.keys} />
      {labels.map((text, at) => (
        <g key={island.labels[at]}>
          <text className="matrix-label" textAnchor="end" x={left - 6} y={top + middle(at) + 4}>
            {text}
          </text>
          <text
            className="matrix-label"
            textAnchor="start"
            transform={`translate(${left + middle(at) + 4} ${top - 6}) rotate(-90)`}
          >
            {text}
          </text>
        </g>
      ))}
      <g transform={`translate(${left} ${top})`}>
        {cellPaths(island.matrix, cell).map(({ r, path }) =>
          r === null ? (
            <path key="none" className="plot-none" d={path} />
          ) : (
            <path key={r} d={path} style={{ fill: correlationColour(r) }} />
          ),
        )}
        {hasNumbers && <Numbers island={island} cell={cell} />}
      </g>
    </>
  )
})

function Numbers({ island: { matrix, labels }, cell }: Pick<Props, 'island'> & { readonly cell: number }) {
  return matrix.map((row, i) =>
    row.map(
      (r, j) =>
        r !== null && (
          <text
            key={`${labels[i]} ${labels[j]}`}
            className="matrix-number"
            x={(j + 0.5) * cell}
            y={(i + 0.5) * cell + 4}
            style={{ fill: numberColour(r) }}
          >
            {coefficient(r).replace('0.', '.')}
          </text>
        ),
    ),
  )
}

const steps = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1]

/** How to read the cells. */
export const matrixKey: readonly KeyItem[] = [
  {
    text: 'Pearson’s r from −1 to 1',
    width: steps.length * 14,
    sign: steps.map((step, at) => (
      <rect key={step} x={at * 14} y="-6" width="13" height="12" style={{ fill: correlationColour(step) }} />
    )),
  },
]
