import { useState } from 'react'
import { listJudgings, listPasses, ownRuns } from '../../app/state/passes.ts'
import type { RunSummary } from '../../app/state/state.ts'
import type { StorageOverview } from '../../app/storage/storage.ts'
import { counted } from '../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { useAsync, useLast } from '../hooks/use-async.ts'
import { Button } from '../shared/controls/button.tsx'
import { download } from '../shared/controls/download.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { FileButton } from '../shared/controls/file-button.tsx'
import { Page } from '../shared/controls/page.tsx'
import { DeleteRun } from '../shared/run/delete-run.tsx'
import { resultsHref } from '../state/router.ts'
import { bytes, count } from '../text/format.ts'
import { StorageTotals } from './storage-totals.tsx'
import { type RestoreProps, type Restoring, useRestore } from './use-restore.ts'

/** All data stored in this browser, with sizes and ways to delete them. */
export function StorageView() {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const phase = useApp(({ live }) => live?.phase)
  const [changes, setChanges] = useState(0)
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const key = `storage ${changes} ${runs?.map(({ run, answered }) => `${run.id} ${answered}`).join()} ${phase}`
  const storage = useLast(useAsync(key, () => controller.storage()))
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
          <StorageTotals storage={storage.value} act={act} />
          <KeptRuns storage={storage.value} />
        </>
      )}
    </Page>
  )
}

function KeptRuns({ storage }: { readonly storage: StorageOverview }) {
  const runs = useApp(state => state.runs)
  if (!runs || runs.length === 0) return <p>No stored runs.</p>
  const journalSize = ({ id }: Run) => storage.journals.get(id) ?? 0
  return (
    <section className="panel" aria-labelledby="kept-runs">
      <h2 id="kept-runs">Runs</h2>
      <ul className="kept-runs">
        {ownRuns(runs).map(summary => {
          const passes = [...listPasses(runs, summary.run.id), ...listJudgings(runs, summary.run.id)]
          return (
            <li key={summary.run.id} aria-label={summary.run.name}>
              <KeptRun {...summary} size={journalSize(summary.run)} />
              {passes.length > 0 && (
                <ul aria-label="Passes">
                  {passes.map(pass => (
                    <li key={pass.run.id} aria-label={pass.run.name}>
                      <KeptRun {...pass} size={journalSize(pass.run)} />
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

/** Saves all runs to one zip file, and restores them. */
function BackupPanel(props: RestoreProps) {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const restoring = useRestore(props)
  const { busy } = restoring
  const save = () =>
    restoring.run('Writing the backup…', 'backup', async () =>
      download(await controller.backup(), `voxelwise-backup-${new Date().toISOString().slice(0, 10)}.zip`),
    )
  const take = (file: File) =>
    restoring.restore('Reading the backup…', file.name, (signal, report) =>
      controller.restore(file, done => report(`${counted(done, 'file')} restored…`), signal),
    )
  return (
    <section className="panel" aria-labelledby="backup">
      <h2 id="backup">Backup</h2>
      <p>Saves all runs in one zip file. Restoring adds missing runs and never creates duplicates.</p>
      <p className="actions">
        <Button disabled={busy !== null || !runs?.length} onClick={save}>
          Save a backup
        </Button>
        <FileButton
          accept=".zip,application/zip"
          label="Backup file"
          testId="backup-input"
          disabled={busy !== null}
          onFile={file => void take(file)}
        >
          Restore a backup
        </FileButton>
        {restoring.cancel && <Button onClick={restoring.cancel}>Cancel</Button>}
      </p>
      <RestoreStatus restoring={restoring} from="backup’s files" />
    </section>
  )
}

/** A copy of all runs in a folder outside the browser, which the browser cannot delete. */
function FolderCopyPanel(props: RestoreProps) {
  const controller = useController()
  const { copy, device } = useApp(pick('copy', 'device'))
  const restoring = useRestore(props)
  const button = (label: string, does: () => Promise<void>) => (
    <Button disabled={restoring.busy !== null} onClick={does}>
      {label}
    </Button>
  )
  const work = (label: string, what: string, does: () => Promise<void>) =>
    button(label, () => restoring.run(what, 'folder', does))
  const restoreCopy = () =>
    restoring.restore('Reading the copy…', 'folder', (signal, report) =>
      controller.bringBackCopy(done => report(`${counted(done, 'run')} read…`), signal),
    )
  return (
    <section className="panel" aria-labelledby="folder-copy">
      <h2 id="folder-copy">Copy in a folder</h2>
      {device.directoryPicker ? (
        <>
          <p>
            {copy.status === 'none' &&
              'If the disk fills up, the browser may delete its data. Choose a folder to keep a copy of every run.'}
            {copy.status === 'copying' && (
              <>
                Runs are copied to <strong>{copy.name}</strong> every few seconds.
              </>
            )}
            {copy.status === 'stopped' && (
              <>
                Copying to <strong>{copy.name}</strong> has stopped. Allow access to resume it.
              </>
            )}
          </p>
          <p className="actions">
            {copy.status === 'stopped' &&
              work('Allow access again', 'Copying…', () => controller.allowCopy())}
            {work(
              copy.status === 'none' ? 'Choose a folder' : 'Choose another folder',
              'Copying all runs…',
              () => controller.chooseCopy(),
            )}
            {copy.status === 'copying' && button('Restore runs from the copy', restoreCopy)}
            {copy.status !== 'none' && work('Stop copying', 'Stopping…', () => controller.stopCopy())}
            {restoring.cancel && <Button onClick={restoring.cancel}>Cancel</Button>}
          </p>
          <RestoreStatus restoring={restoring} from="runs" />
        </>
      ) : (
        <p>This browser cannot write to folders. Save a backup instead.</p>
      )}
    </section>
  )
}

interface StatusProps {
  readonly restoring: Restoring
  readonly from: string
}

/** The progress of a restore; then the number of restored runs, and what could not be restored. */
function RestoreStatus({ restoring: { busy, restored }, from }: StatusProps) {
  const problems = restored?.problems ?? []
  return (
    <div role="status">
      {busy}
      {restored && (
        <p>
          Restored {counted(restored.runs, 'run')} and {counted(restored.records, 'record')}.
        </p>
      )}
      {problems.length > 0 && (
        <>
          <p>
            {count(problems.length)} of the {from} could not be restored:
          </p>
          <ul>
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
