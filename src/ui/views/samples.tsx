import { useMemo } from 'react'
import type { Results } from '../controller-api.ts'
import { filterFromQuery, filterRows, sampleSortFromQuery, sortByConfidence } from '../filters.ts'
import { count, counted, label, percentShort } from '../format.ts'
import { SampleDetail } from '../parts/sample-detail.tsx'
import { SampleFilters } from '../parts/sample-filters.tsx'
import { SaveCsv } from '../parts/save-csv.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { changeQuery } from '../router.ts'
import { sampleColumns } from '../saved-columns.ts'
import type { SavedColumn } from '../sorting.ts'
import type { ResultRow } from '../state.ts'
import { useKeys } from '../use-keys.ts'

const columns: readonly SavedColumn<ResultRow>[] = [
  ...sampleColumns,
  { name: 'options', value: row => row.options },
  { name: 'verdict', value: row => row.verdict },
  { name: 'confidence', value: row => row.confidence },
]

/** The samples of a run, list and detail; filters and selection are in the address. */
export function SamplesTab({ results: { run, rows }, query }: { results: Results; query: URLSearchParams }) {
  const found = useMemo(
    () => sortByConfidence(filterRows(rows, filterFromQuery(query)), sampleSortFromQuery(query)),
    [rows, query],
  )
  const sample = query.get('sample')
  const selected = sample === null ? -1 : found.findIndex(row => String(row.index) === sample)
  const row = rows.find(one => String(one.index) === sample)
  const select = (position: number) => {
    const to = found[Math.min(found.length - 1, Math.max(0, position))]
    if (to) changeQuery({ sample: String(to.index) })
  }
  useKeys({ j: () => select(selected + 1), k: () => select(selected - 1) })
  return (
    <>
      <h2 className="visually-hidden">Samples</h2>
      <SampleFilters rows={rows} filter={filterFromQuery(query)} sort={sampleSortFromQuery(query)} />
      <div className="actions">
        <p className="muted list-count" role="status">
          {found.length === rows.length
            ? counted(rows.length, 'sample')
            : `${count(found.length)} of ${counted(rows.length, 'sample')}`}
        </p>
        <SaveCsv columns={columns} rows={found} file="voxelwise-samples.csv" />
      </div>
      <div className="two-panes" data-detail={row !== undefined}>
        <VirtualList
          label="Samples"
          count={found.length}
          rowHeight={60}
          selected={selected}
          onSelect={select}
        >
          {position => found[position] && <SampleRow row={found[position]} />}
        </VirtualList>
        {row ? (
          <SampleDetail run={run.id} row={row} rows={rows} onClose={() => changeQuery({ sample: null })} />
        ) : (
          <p className="muted pane-empty">Select a sample to see its image, prompt and answer.</p>
        )}
      </div>
    </>
  )
}

function SampleRow({ row }: { readonly row: ResultRow }) {
  return (
    <>
      <Verdict verdict={row.verdict} short />
      <span className="row-main">{row.question}</span>
      <span className="row-sub">
        {row.confidence !== null && `${percentShort(row.confidence)}% sure · `}
        {label(row.task)} · {label(row.modality)} · {label(row.parts)}
      </span>
      <span className="row-id">{row.id}</span>
    </>
  )
}
