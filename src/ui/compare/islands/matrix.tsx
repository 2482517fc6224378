import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import type { Island } from '../../../engine/analysis/island.ts'
import { useChartWidth } from '../../charts/kit/chart-width.ts'
import { ChartFrame } from '../../charts/kit/frame.tsx'
import { usePaper } from '../../hooks/paper.ts'
import { AsTable } from '../../shared/controls/as-table.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import type { TableColumn } from '../../shared/table/table.tsx'
import { coefficient, label, none } from '../../text/format.ts'
import { MatrixCells, matrixKey } from './matrix-cells.tsx'
import { matrixLayout, moved, type Place, placeAt } from './matrix-layout.ts'

interface Props {
  readonly title: string
  readonly island: Island
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
    const next = moved(place, event.key, island.labels.length)
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
      {!isOnPaper && <MatrixTable title={title} island={island} file={file.replace(/\.svg$/, '.csv')} />}
    </>
  )
}

function textAt({ labels, matrix }: Island, { row, column }: Place): string {
  const [first, second] = [label(labels[row] ?? ''), label(labels[column] ?? '')]
  const r = matrix[row]?.[column] ?? null
  return `${first} and ${second}: ${r === null ? `${none} (not defined)` : `r ${coefficient(r)}`}`
}

/** The matrix as a table. */
function MatrixTable(props: Props) {
  return (
    <AsTable>
      <Table {...props} />
    </AsTable>
  )
}

function Table({ title, island: { labels, matrix }, file }: Props) {
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
      keyOf={row => labels[row] ?? ''}
      savedColumns={[
        { name: '', value: row => labels[row] ?? null },
        ...labels.map((name, column) => ({ name, value: (row: number) => value(row, column) })),
      ]}
      file={file}
    />
  )
}
