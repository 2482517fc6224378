import { useState } from 'react'
import { judgingsOf, ownRuns, passesOf } from '../../app/state/passes.ts'
import type { RunSummary } from '../../app/state/state.ts'
import type { StorageOverview } from '../../app/storage/storage.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Run } from '../../engine/protocol/run.ts'
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
  const sizeOf = ({ id }: Run) => storage.journals.get(id) ?? 0
  return (
    <section className="panel" aria-labelledby="kept-runs">
      <h2 id="kept-runs">Runs</h2>
      <ul className="kept-runs">
        {ownRuns(runs).map(own => {
          const passes = [...passesOf(runs, own.run.id), ...judgingsOf(runs, own.run.id)]
          return (
            <li key={own.run.id} aria-label={own.run.name}>
              <KeptRun {...own} size={sizeOf(own.run)} />
              {passes.length > 0 && (
                <ul aria-label="Passes">
                  {passes.map(pass => (
                    <li key={pass.run.id} aria-label={pass.run.name}>
                      <KeptRun {...pass} size={sizeOf(pass.run)} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** @param size bytes of its second copy */
function KeptRun({ run, answered, failed, size }: RunSummary & { readonly size: number }) {
  return (
    <div className="kept-run">
      <a href={resultsHref(run.id)}>{run.probe ? probeName(run.probe) : run.name}</a>
      <span className="muted">
        {run.judging && 'ratings, '}
        {count(answered + failed)} of {count(run.total)} records, {bytes(size)}
      </span>
      <DeleteRun run={run} />
    </div>
  )
}
