import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef, useState } from 'react'
import type { Correlated } from '../../../engine/analysis/correlated-labels.ts'
import { useChartWidth } from '../../../ui/charts/kit/chart-width.ts'
import { ChartFrame } from '../../../ui/charts/kit/frame.tsx'
import { Key, type KeyItem } from '../../../ui/charts/kit/key.tsx'
import { usePaper } from '../../../ui/hooks/paper.ts'
import { AsTable } from '../../../ui/shared/controls/folded.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { coefficient, label, none } from '../../../ui/text/format.ts'
import {
  cellPaths,
  type MatrixLayout,
  matrixLayout,
  type Place,
  placeAfterKey,
  placeAt,
} from './matrix-layout.ts'

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

interface MatrixCellsProps {
  readonly island: Correlated
  readonly layout: MatrixLayout
}

/** All that does not change while one points about. */
const MatrixCells = memo(function MatrixCells({ island, layout }: MatrixCellsProps) {
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

function Numbers({
  island: { matrix, labels },
  cell,
}: Pick<MatrixCellsProps, 'island'> & { readonly cell: number }) {
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
const matrixKey: readonly KeyItem[] = [
  {
    text: 'Pearson’s r from −1 to 1',
    width: steps.length * 14,
    sign: steps.map((step, at) => (
      <rect key={step} x={at * 14} y="-6" width="13" height="12" style={{ fill: correlationColour(step) }} />
    )),
  },
]

interface Props {
  readonly title: string
  readonly island: Correlated
  readonly file: string
}

/** Correlations as a clustered matrix: correlated slices are next to each other. */
export function Matrix({ title, island, file }: Props) {
  const room = useChartWidth(0, Number.POSITIVE_INFINITY)
  const isOnPaper = usePaper()
  const svg = useRef<SVGSVGElement>(null)
  const layout = useMemo(
    () => matrixLayout(island.labels, { width: room.width, measure: room.measure, items: matrixKey }),
    [island, room.width, room.measure],
  )
  const [place, setPlace] = useState<Place | null>(null)
  const { width, height, cell, left, top } = layout

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const scale = width / box.width
    setPlace(placeAt(layout, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale))
  }
  const move = (event: KeyboardEvent) => {
    const next = placeAfterKey(place, event.key, island.labels.length)
    if (!next) return
    event.preventDefault()
    setPlace(next)
    const box = room.frame.current
    const right = (left + (next.column + 1) * cell) * room.unit
    if (box) box.scrollLeft = Math.max(0, right - box.clientWidth + 2 * cell * room.unit)
  }

  return (
    <>
      <ChartFrame
        title={title}
        file={file}
        room={room}
        width={width}
        height={height}
        svg={svg}
        readout={place && textAt(island, place)}
        hint="Point at a cell for its correlation, or move between cells with the arrow keys."
        isLarge
        walk={{
          onKeyDown: move,
          onFocus: () => setPlace(place ?? { row: 0, column: 0 }),
          onBlur: () => setPlace(null),
          onPointerMove: point,
          onPointerLeave: () => setPlace(null),
        }}
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
      </ChartFrame>
      {!isOnPaper && (
        <AsTable>
          <MatrixTable title={title} island={island} file={file.replace(/\.svg$/, '.csv')} />
        </AsTable>
      )}
    </>
  )
}

function textAt({ labels, matrix }: Correlated, { row, column }: Place): string {
  const [first, second] = [label(labels[row] ?? ''), label(labels[column] ?? '')]
  const r = matrix[row]?.[column] ?? null
  return `${first} and ${second}: ${r === null ? `${none} (not defined)` : `r ${coefficient(r)}`}`
}

/** The matrix as a table. */
function MatrixTable({ title, island: { labels, matrix }, file }: Props) {
  const value = (row: number, column: number) => matrix[row]?.[column] ?? null
  const columns: readonly TableColumn<number>[] = [
    { key: '', name: '', cell: row => label(labels[row] ?? '') },
    ...labels.map((name, column) => ({
      key: `=${name}`,
      name: label(name),
      isNumber: true,
      cell: (row: number) => {
        const r = value(row, column)
        return r === null ? none : coefficient(r)
      },
    })),
  ]
  return (
    <DataTable
      caption={title}
      columns={columns}
      rows={[...labels.keys()]}
      rowKey={row => labels[row] ?? ''}
      savedColumns={[
        { name: '', value: row => labels[row] ?? null },
        ...labels.map((name, column) => ({ name, value: (row: number) => value(row, column) })),
      ]}
      file={file}
    />
  )
}
