import { counted } from '../../engine/base/counted.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { download } from '../shared/controls/download.ts'
import { FileButton } from '../shared/controls/file-button.tsx'
import { CancelRestore, RestoreStatus } from './restore-status.tsx'
import { type RestoreProps, useRestore } from './use-restore.ts'

/** Saves all runs to one zip file, and restores them. */
export function BackupPanel(props: RestoreProps) {
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
        <button
          type="button"
          className="button"
          disabled={busy !== null || !runs?.length}
          onClick={() => void save()}
        >
          Save a backup
        </button>
        <FileButton
          accept=".zip,application/zip"
          label="Backup file"
          testId="backup-input"
          disabled={busy !== null}
          onFile={file => void take(file)}
        >
          Restore a backup
        </FileButton>
        <CancelRestore cancel={restoring.cancel} />
      </p>
      <RestoreStatus restoring={restoring} from="backup’s files" />
    </section>
  )
}
