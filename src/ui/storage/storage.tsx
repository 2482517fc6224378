import { useState } from 'react'
import type { StorageOverview } from '../../app/storage/storage.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Page } from '../shared/controls/page.tsx'
import { DeleteRun } from '../shared/run/delete-run.tsx'
import { resultsHref } from '../state/router.ts'
import { bytes, count } from '../text/format.ts'
import { BackupPanel } from './backup-panel.tsx'
import { FolderCopyPanel } from './folder-copy-panel.tsx'
import { StorageTotals } from './storage-totals.tsx'

/** All data stored in this browser, with sizes and ways to delete them. */
export function StorageView() {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const phase = useApp(({ live }) => live?.phase)
  const [changes, setChanges] = useState(0)
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const key = `storage ${changes} ${runs?.map(({ run, answered }) => `${run.id} ${answered}`).join()} ${phase}`
  const storage = useAsync(key, () => controller.storage())
  const act = (work: () => Promise<unknown>) => () => {
    setProblem(null)
    work()
      .catch(thrown => setProblem(internalError('storage', thrown)))
      .finally(() => setChanges(now => now + 1))
  }
  return (
    <Page title="Storage">
      {problem && <ErrorBox error={problem} />}
      {storage.status === 'failed' && <ErrorBox error={storage.error} />}
      <BackupPanel onProblem={setProblem} onRestored={() => setChanges(now => now + 1)} />
      <FolderCopyPanel onProblem={setProblem} onRestored={() => setChanges(now => now + 1)} />
      {storage.status === 'ready' && (
        <>
          <StorageTotals
            storage={storage.value}
            askToKeep={act(() => controller.askToKeep())}
            clearFeatures={act(() => controller.clearKeptFeatures())}
            deleteOrphans={act(() => controller.deleteOrphans())}
            forgetFolders={act(() => controller.forgetFolders())}
          />
          <KeptRuns storage={storage.value} />
        </>
      )}
    </Page>
  )
}

function KeptRuns({ storage }: { readonly storage: StorageOverview }) {
  const runs = useApp(state => state.runs)
  if (!runs || runs.length === 0) return <p>No stored runs.</p>
  return (
    <section className="panel" aria-labelledby="kept-runs">
      <h2 id="kept-runs">Runs</h2>
      <ul className="kept-runs">
        {runs.map(({ run, answered, failed }) => (
          <li key={run.id} aria-label={run.name}>
            <a href={resultsHref(run.id)}>{run.name}</a>
            <span className="muted">
              {run.parent !== undefined && (run.judging ? 'ratings, ' : 'probe, ')}
              {count(answered + failed)} of {count(run.total)} records,{' '}
              {bytes(storage.journals.get(run.id) ?? 0)}
            </span>
            <DeleteRun run={run} />
          </li>
        ))}
      </ul>
    </section>
  )
}
