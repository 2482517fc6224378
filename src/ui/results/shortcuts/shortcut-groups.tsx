import { scaleSqrt } from 'd3-scale'
import type { LinkCounts } from '../../../engine/statistics/bootstrap.ts'
import { Table, type TableColumn } from '../../shared/table/table.tsx'
import { count } from '../../text/format.ts'

const side = 72

const rows = [
  {
    name: 'Perception right',
    right: { group: 'A', meaning: 'Grounded: saw it and concluded correctly' },
    wrong: { group: 'B', meaning: 'Saw it but concluded wrongly' },
  },
  {
    name: 'Perception wrong',
    right: { group: 'D', meaning: 'Shortcut: right without seeing it' },
    wrong: { group: 'C', meaning: 'Neither saw it nor concluded correctly' },
  },
] as const

type Row = (typeof rows)[number]

/** The four groups of links as a two-by-two table; the area of a square is its number of links. */
export function ShortcutGroups({ counts }: { readonly counts: LinkCounts }) {
  const { A, B, C, D } = counts
  const length = scaleSqrt([0, Math.max(1, A, B, C, D)], [0, side])
  const cell = ({ group, meaning }: Row['right' | 'wrong']) => (
    <div className="group" data-group={group}>
      <svg viewBox={`0 0 ${side} ${side}`} aria-hidden="true" focusable="false">
        <rect width={length(counts[group])} height={length(counts[group])} />
      </svg>
      <div>
        <p className="group-count">
          <span className="group-letter">{group}</span> {count(counts[group])}
        </p>
        <p className="group-meaning">{meaning}</p>
      </div>
    </div>
  )
  const columns: readonly TableColumn<Row>[] = [
    { key: 'perception', name: '', cell: ({ name }) => name },
    { key: 'right', name: 'Diagnosis right', cell: ({ right }) => cell(right) },
    { key: 'wrong', name: 'Diagnosis wrong', cell: ({ wrong }) => cell(wrong) },
  ]
  return (
    <Table
      className="groups"
      caption="Links by correctness of diagnosis and perception"
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
    />
  )
}
