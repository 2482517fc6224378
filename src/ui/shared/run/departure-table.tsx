import type { Cause, Departure } from '../../../engine/analysis/why-different.ts'
import { measuredChanges, measuredQuestions } from '../../../engine/model/measured-precisions.ts'
import { detailWords } from '../../../engine/protocol/detail-words.ts'
import { dtypes } from '../../../engine/protocol/device.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { windowWords } from '../../text/windows.ts'
import { DataTable } from '../table/data-table.tsx'

const names: Readonly<Record<Cause, string>> = {
  questions: 'Questions asked',
  kinds: 'Kinds of question',
  images: 'Image files',
  failed: 'Failed questions, missing images',
  cut: 'Answers cut at the token limit',
  model: 'Model',
  prompt: 'Prompt (protocol)',
  reading: 'Rule that reads answers',
  scoring: 'Scoring',
  constraint: 'Constraint on answers',
  template: 'Chat template',
  thinking: 'Thinking',
  window: 'Grey window',
  detail: 'Image detail',
  preprocessing: 'Image preparation',
  precision: 'Precision',
  limit: 'Token limit',
  device: 'Device',
  version: 'Software',
}

const wordsOf = (cause: Cause, text: string): string =>
  cause === 'window' ? windowWords(text) : cause === 'detail' ? detailWords(text) : text

const boundOf = ({ most }: Departure): string =>
  most === null ? 'not known' : `${most.toFixed(most < 10 ? 1 : 0)} points`

const columnsOf = (first: string) => [
  { key: 'cause', name: 'Cause', cell: ({ cause }: Departure) => names[cause] },
  { key: 'first', name: first, cell: ({ cause, first }: Departure) => wordsOf(cause, first) },
  { key: 'second', name: 'This run', cell: ({ cause, second }: Departure) => wordsOf(cause, second) },
  { key: 'most', name: 'At most', isNumber: true, cell: boundOf },
]

const savedColumnsOf = (first: string) => [
  { name: 'cause', value: ({ cause }: Departure) => names[cause] },
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
      columns={columnsOf(first)}
      rows={rows}
      keyOf={({ cause }) => cause}
      savedColumns={savedColumnsOf(first)}
      file="voxelwise-why.csv"
    />
  )
}

/** By the model's own card, or as measured of a small model with real language weights (docs/fidelity.md). */
export function precisionOf({ model, settings }: Run): number | null {
  if (model.agreement) return model.agreement.lettersChanged / model.agreement.questions
  const dtype = dtypes.find(known => known === settings.dtype)
  const changed = dtype && measuredChanges[dtype]
  return changed === undefined ? null : changed / measuredQuestions
}
