import { get, str } from '@voxelwise/python'
import { useMemo } from 'react'
import type { QualityRow } from '../../data/formats/dataset-overview.ts'
import { counted } from '../../engine/base/counted.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Facts } from '../shared/controls/facts.tsx'
import { FileName } from '../shared/controls/file-name.tsx'
import { Page } from '../shared/controls/page.tsx'
import { QuerySelect } from '../shared/controls/query-select.tsx'
import { SearchField } from '../shared/controls/search-field.tsx'
import { wordTest } from '../shared/sample/filters.ts'
import { FieldList, jsonText } from '../shared/sample/sample-fields.tsx'
import { Detail, ListAndDetail } from '../shared/table/list-and-detail.tsx'
import { SaveCsv } from '../shared/table/save-csv.tsx'
import type { SavedColumn } from '../shared/table/sorting.ts'
import { changeQuery } from '../state/router.ts'
import { findingTexts } from '../text/finding-texts.ts'
import { count } from '../text/format.ts'

const columns: readonly SavedColumn<QualityRow>[] = [
  { name: 'kind', value: row => row.kind },
  { name: 'file', value: row => row.file },
  { name: 'position', value: row => row.position },
  { name: 'subject', value: row => row.subject },
  { name: 'id', value: row => str(get(row.fields, 'id') ?? '') },
  { name: 'question', value: row => str(get(row.fields, 'question') ?? '') },
]

/** Skips and findings, filtered by kind and text; the selected one shows all its fields. */
function QualityList({
  rows,
  query,
}: {
  readonly rows: readonly QualityRow[]
  readonly query: URLSearchParams
}) {
  const [kind, text, open] = [query.get('kind'), query.get('q') ?? '', query.get('row')]
  const kinds = useMemo(() => {
    const counts = new Map<QualityRow['kind'], number>()
    for (const row of rows) counts.set(row.kind, (counts.get(row.kind) ?? 0) + 1)
    return [...counts]
  }, [rows])
  const matches = useMemo(() => {
    const hasWords = wordTest(text)
    return [...rows.entries()].filter(([, row]) => {
      if (kind !== null && row.kind !== kind) return false
      return (
        hasWords === null ||
        hasWords([row.file, row.subject, ...Object.values(row.fields).map(jsonText)].join('\n'))
      )
    })
  }, [rows, kind, text])
  const selected = matches.findIndex(([at]) => String(at) === open)
  const row = open === null ? undefined : rows[Number(open)]
  return (
    <>
      <search className="filters" aria-label="Findings">
        <QuerySelect
          label="Kind"
          name="kind"
          value={kind ?? ''}
          choices={[
            ['', `All (${count(rows.length)})`],
            ...kinds.map(([name, n]) => [name, `${findingTexts[name].name} (${count(n)})`] as const),
          ]}
          resets={['row']}
        />
        <SearchField label="Search" text={text} />
      </search>
      <div className="actions">
        <p className="note list-count" role="status">
          {counted(matches.length, 'finding')}
        </p>
        <SaveCsv columns={columns} rows={matches.map(([, one]) => one)} file="voxelwise-data-quality.csv" />
      </div>
      <ListAndDetail
        label="Findings"
        count={matches.length}
        selected={selected}
        onOpen={position => changeQuery({ row: String(matches[position]?.[0]) })}
        row={position => {
          const one = matches[position]?.[1]
          return one && <FindingRow row={one} />
        }}
        detail={row ? <FindingDetail row={row} onClose={() => changeQuery({ row: null })} /> : null}
        hint="Select a finding to see the sample and its fields."
        none="Nothing matches these filters."
      />
    </>
  )
}

function FindingRow({ row }: { readonly row: QualityRow }) {
  return (
    <>
      <span className="row-main">{findingTexts[row.kind].name}</span>
      <span className="note row-sub">{row.subject}</span>
      <span className="row-id">
        [{row.position}] {row.file}
      </span>
    </>
  )
}

function FindingDetail({ row, onClose }: { readonly row: QualityRow; readonly onClose: () => void }) {
  const { name, meaning } = findingTexts[row.kind]
  return (
    <Detail name={name} onClose={onClose}>
      <h2>{name}</h2>
      <p>{meaning}</p>
      <Facts
        facts={[
          { name: 'Subject', value: <span className="mono">{row.subject}</span> },
          { name: 'File', value: <FileName name={row.file} /> },
          { name: 'Position', value: `[${row.position}] in its array, from 0` },
        ]}
      />
      <h3>{str(get(row.fields, 'question') ?? '')}</h3>
      <FieldList fields={row.fields} />
    </Detail>
  )
}

/** Skipped samples and findings in the chosen data set. */
export function QualityView({ query }: { readonly query: URLSearchParams }) {
  const dataset = useApp(state => state.dataset)
  if (dataset.status !== 'ready') {
    return (
      <Page title="Data quality">
        <p className="muted">
          {dataset.status === 'reading' ? 'The data set is still being read.' : 'No data set chosen.'}{' '}
          <a href="#/">Choose one</a> to see its skipped samples and findings.
        </p>
      </Page>
    )
  }
  return <RunQuality key={dataset.overview.fingerprint} name={dataset.overview.name} query={query} />
}

function RunQuality({ name, query }: { readonly name: string; readonly query: URLSearchParams }) {
  const controller = useController()
  const dataset = useApp(state => state.dataset)
  const quality = useAsync(`quality of ${name}`, () => controller.quality())
  const rows = useMemo(() => (quality.status === 'ready' ? quality.value : []), [quality])
  return (
    <Page title="Data quality">
      <p className="prose">
        Samples skipped from <strong>{name}</strong>, and findings in the others. Skipping follows the
        official rules. Findings change no figure.
      </p>
      {dataset.status === 'ready' &&
        dataset.overview.badFiles.map(({ file, error }) => <ErrorBox key={file} error={error} />)}
      {quality.status === 'loading' && <p className="muted">Reading…</p>}
      {quality.status === 'failed' && <ErrorBox error={quality.error} />}
      {quality.status === 'ready' && rows.length === 0 && <p>No samples skipped, no findings.</p>}
      {rows.length > 0 && <QualityList rows={rows} query={query} />}
    </Page>
  )
}
