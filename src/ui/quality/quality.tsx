import { useMemo } from 'react'
import { useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Page } from '../shared/controls/page.tsx'
import { QualityList } from './quality-list.tsx'

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
  return <QualityOf key={dataset.overview.fingerprint} name={dataset.overview.name} query={query} />
}

function QualityOf({ name, query }: { readonly name: string; readonly query: URLSearchParams }) {
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
