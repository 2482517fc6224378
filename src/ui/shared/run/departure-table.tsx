import { causeName, causeWords, type Departure } from '../../../engine/analysis/why-different.ts'
import { measuredChanges, measuredQuestions } from '../../../engine/model/measured-precisions.ts'
import { dtypes } from '../../../engine/protocol/device.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { DataTable } from '../table/data-table.tsx'

const boundWords = ({ most }: Departure): string =>
  most === null ? 'not known' : `${most.toFixed(most < 10 ? 1 : 0)} points`

const departureColumns = (first: string) => [
  { key: 'cause', name: 'Cause', cell: ({ cause }: Departure) => causeName(cause) },
  { key: 'first', name: first, cell: ({ cause, first }: Departure) => causeWords(cause, first) },
  { key: 'second', name: 'This run', cell: ({ cause, second }: Departure) => causeWords(cause, second) },
  { key: 'most', name: 'At most', isNumber: true, cell: boundWords },
]

const savedDepartureColumns = (first: string) => [
  { name: 'cause', value: ({ cause }: Departure) => causeName(cause) },
  { name: first.toLowerCase(), value: ({ first }: Departure) => first },
  { name: 'run', value: ({ second }: Departure) => second },
  { name: 'points_at_most', value: ({ most }: Departure) => most },
]

interface Props {
  readonly caption: string
  /** What the run is put next to: "Baseline", "Published". */
  readonly first: string
  readonly rows: readonly Departure[]
}

/** What was done differently, by its possible effect. */
export function DepartureTable({ caption, first, rows }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={departureColumns(first)}
      rows={rows}
      rowKey={({ cause }) => cause}
      savedColumns={savedDepartureColumns(first)}
      file="voxelwise-why.csv"
    />
  )
}

/** By the model's own card, or as measured of a small model with real language weights (docs/fidelity.md). */
export function precisionLoss({ model, settings }: Run): number | null {
  if (model.agreement) return model.agreement.lettersChanged / model.agreement.questions
  const dtype = dtypes.find(known => known === settings.dtype)
  const changed = dtype && measuredChanges[dtype]
  return changed === undefined ? null : changed / measuredQuestions
}
