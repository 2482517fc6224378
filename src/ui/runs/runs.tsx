import { useEffect, useRef, useState } from 'react'
import { counted } from '../../engine/base/counted.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { useTask } from '../hooks/use-task.ts'
import { Button } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { FileButton } from '../shared/controls/file-button.tsx'
import { Page } from '../shared/controls/page.tsx'
import { compareHref, navigate, resultsHref } from '../state/router.ts'
import { count } from '../text/format.ts'
import { RunsTable } from './runs-table.tsx'

interface Props {
  readonly ids: readonly string[]
  readonly query: URLSearchParams
}

/** All stored runs. Ticked runs, which the address keeps, can be compared in the order of ticking. */
export function RunsView({ ids, query }: Props) {
  const { runs, runsUnreadable, live } = useApp(pick('runs', 'runsUnreadable', 'live'))
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  return (
    <Page title="Results" aside={<ImportRun onProblem={setProblem} />}>
      <p className="muted">
        Runs are stored in this browser. Back up, restore or delete them under <a href="#/storage">Storage</a>
        .
      </p>
      {problem && <ErrorBox error={problem} />}
      {runsUnreadable && <ErrorBox error={runsUnreadable} />}
      {runs === null && !runsUnreadable && (
        <p className="muted">Reading the runs… After an update this may take a minute, once.</p>
      )}
      {runs?.length === 0 && (
        <p>
          No runs yet. <a href="#/">Set one up</a>, import a run.json, or look at the{' '}
          <a href={compareHref([], 'published')}>published models</a>.
        </p>
      )}
      {runs && runs.length > 0 && (
        <>
          <CompareBar picked={ids.filter(id => runs.some(({ run }) => run.id === id))} />
          <RunsTable runs={runs} live={live} ids={ids} sort={query.get('sort')} />
        </>
      )}
    </Page>
  )
}

/** Compares the ticked runs; the first ticked is the baseline. */
function CompareBar({ picked }: { readonly picked: readonly string[] }) {
  return (
    <div className="row">
      <Button disabled={picked.length < 2} onClick={() => navigate(compareHref(picked))}>
        {picked.length < 2 ? 'Compare' : `Compare ${counted(picked.length, 'run')}`}
      </Button>
      <span className="muted" role="status">
        {picked.length === 0 && 'Tick two or more runs to compare them.'}
        {picked.length === 1 && 'This is the baseline; tick at least one more.'}
        {picked.length > 1 && 'The first ticked is the baseline.'}
      </span>
      <a href={compareHref([], 'published')}>Published models</a>
    </div>
  )
}

/** Imports a run.json, shards, or another tool's log, by button or by drop anywhere on the page. */
function ImportRun({ onProblem }: { readonly onProblem: (error: ErrorInfo | null) => void }) {
  const controller = useController()
  const { busy, run, cancel } = useTask(onProblem)

  const take = (files: readonly File[]) =>
    run('Reading the file…', files[0]?.name ?? '', async (signal, say) => {
      const from = location.hash
      const onProgress = (stored: number, of: number) => say(`${count(stored)} of ${counted(of, 'record')}…`)
      const id = await controller.importFiles(files, onProgress, signal)
      // A user who has navigated away stays there; the run is in the list.
      if (location.hash === from) navigate(resultsHref(id))
    })
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) void latest.current(files)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
    }
  }, [])

  const dataset = useApp(({ dataset }) => (dataset.status === 'ready' ? dataset.overview.name : null))
  return (
    <div className="actions">
      <span className="muted" role="status">
        {busy ?? 'Drop a run.json, shards, or an Inspect, lmms-eval or VLMEvalKit log here, or'}
      </span>
      {busy !== null && <Button onClick={cancel}>Cancel</Button>}
      <FileButton
        accept=".json,.jsonl,.eval,.tsv,.xlsx,.zip,application/json"
        several
        label="Run file"
        testId="import-input"
        disabled={busy !== null}
        onFile={(_, files) => void take(files)}
      >
        {busy === null ? 'Import a file' : 'Importing…'}
      </FileButton>
      <span className="muted">
        {dataset === null ? (
          'A log of another tool needs its data set, which is chosen under Set up.'
        ) : (
          <>
            A log of another tool is read as answers to the open data set, <bdi>{dataset}</bdi>.
          </>
        )}
      </span>
    </div>
  )
}
