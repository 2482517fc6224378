import { useContext } from 'react'
import { EstimateFrom } from '../../hooks/estimate-from.ts'
import { usePaper } from '../../hooks/paper.ts'
import { SmallButton } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { download } from '../controls/download.ts'
import { type SavedColumn, tableCsv, tableText } from './sorting.ts'

interface Props<Row> {
  readonly columns: readonly SavedColumn<Row>[]
  readonly rows: readonly Row[]
  /** Name of the saved file. */
  readonly file: string
}

/** Longer tables are saved: a document would not take them. */
const mostCopied = 2000

/** Saves a table as CSV, or copies it as text: the values themselves, not the rounded texts that are shown; of a part of a run that it is one. On paper nothing can be saved. */
export function SaveCsv<Row>({ columns, rows, file }: Props<Row>) {
  const estimate = useContext(EstimateFrom)
  const all = estimate === null ? columns : [...columns, { name: 'estimate_from', value: () => estimate }]
  if (usePaper()) return null
  const save = () => download(new Blob([tableCsv(rows, all)], { type: 'text/csv;charset=utf-8' }), file)
  return (
    <>
      <SmallButton onClick={save}>Save as CSV</SmallButton>
      {rows.length <= mostCopied && <CopyButton label="Copy" text={() => tableText(rows, all)} />}
    </>
  )
}
