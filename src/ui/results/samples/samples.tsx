import { useMemo } from 'react'
import type { Results } from '../../../app/controller/report-facts.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { counted } from '../../../engine/base/counted.ts'
import { useController } from '../../hooks/use-app.ts'
import { useAsync, useLast } from '../../hooks/use-async.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { filterFromQuery, listInPortions, sampleSortFromQuery } from '../../shared/sample/filters.ts'
import { unviewed } from '../../shared/sample/image-view.ts'
import { Verdict } from '../../shared/sample/verdict.tsx'
import { ListAndDetail } from '../../shared/table/list-and-detail.tsx'
import { SaveCsv } from '../../shared/table/save-csv.tsx'
import { sampleColumns } from '../../shared/table/saved-columns.ts'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import { changeQuery, navigate } from '../../state/router.ts'
import { count, percentShort } from '../../text/format.ts'
import { voxelName } from '../../text/voxels.ts'
import { SampleDetail } from './sample-detail.tsx'
import { SampleFilters } from './sample-filters.tsx'

const columns: readonly SavedColumn<ResultRow>[] = [
  ...sampleColumns,
  { name: 'kind', value: row => row.kind },
  { name: 'options', value: row => row.options },
  { name: 'unparsed', value: row => String(row.isUnparsed ?? false) },
  { name: 'verdict', value: row => row.verdict },
  { name: 'confidence', value: row => row.confidence },
  { name: 'findings', value: row => (row.findings ?? []).join(' ') },
]

interface Props {
  readonly results: Results
  readonly query: URLSearchParams
}

/** The samples of a run, list and detail; filters and selection are in the address. */
export function SamplesTab({ results: { run, rows, overview }, query }: Props) {
  const controller = useController()
  const filter = useMemo(() => filterFromQuery(query), [query])
  const sort = sampleSortFromQuery(query)
  const field = filter.field?.name ?? null
  const column = useAsync(`field ${field} of ${run.id}, ${rows.length} rows`, async () =>
    field === null ? null : controller.column(run.id, field),
  )
  const isReady = column.status !== 'loading'
  const key = `samples of ${run.id}, ${rows.length} rows, ${JSON.stringify(filter)} ${sort} ${isReady}`
  const now = useAsync(key, async () => {
    const values = column.status === 'ready' ? column.value : null
    return listInPortions(rows, filter, values, sort)
  })
  const listed = useLast(isReady ? now : column)
  const isScored = useMemo(() => rows.some(({ confidence }) => confidence !== null), [rows])
  const found = listed.status === 'ready' ? listed.value : []
  const sample = query.get('sample')
  const selected = useMemo(
    () => (sample === null ? -1 : found.findIndex(row => String(row.index) === sample)),
    [found, sample],
  )
  const row = useMemo(() => rows.find(one => String(one.index) === sample), [rows, sample])
  return (
    <>
      <h2 className="visually-hidden">Samples</h2>
      <SampleFilters overview={overview} isScored={isScored} filter={filter} column={column} sort={sort} />
      {column.status === 'failed' && <ErrorBox error={column.error} />}
      <div className="actions">
        <p className="muted list-count" role="status">
          {listed.status === 'loading'
            ? 'Looking…'
            : found.length === rows.length
              ? counted(rows.length, 'sample')
              : `${count(found.length)} of ${counted(rows.length, 'sample')}`}
        </p>
        {listed.status === 'ready' && <SaveCsv columns={columns} rows={found} file="voxelwise-samples.csv" />}
        {listed.status === 'ready' && found.length > 0 && found.length < rows.length && (
          <button
            type="button"
            className="button"
            onClick={() => {
              controller.selectOnly({ where: [], ids: [...new Set(found.map(({ id }) => id))] })
              navigate('#/')
            }}
          >
            Run only these
          </button>
        )}
      </div>
      <ListAndDetail
        label="Samples"
        count={found.length}
        selected={selected}
        onOpen={position => changeQuery({ ...unviewed, sample: String(found[position]?.index) })}
        row={position => found[position] && <SampleRow row={found[position]} />}
        detail={
          row ? (
            <SampleDetail
              run={run.id}
              row={row}
              rows={rows}
              onClose={() => changeQuery({ ...unviewed, sample: null })}
            />
          ) : null
        }
        hint="Select a sample to see its image, prompt and answer."
      />
    </>
  )
}

function SampleRow({ row }: { readonly row: ResultRow }) {
  return (
    <>
      <Verdict verdict={row.verdict} short />
      <span className="row-main">{row.question}</span>
      <span className="row-sub">
        {row.isUnparsed && 'unparsed · '}
        {row.confidence !== null && `${percentShort(row.confidence)}% sure · `}
        {voxelName(row)}
      </span>
      <span className="row-id">{row.id}</span>
    </>
  )
}
