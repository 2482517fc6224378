import { useState } from 'react'
import type { Restored } from '../../data/store/restore-backup.ts'
import { counted } from '../../engine/base/counted.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useTask } from '../hooks/use-task.ts'
import { download } from '../shared/controls/download.ts'
import { FileButton } from '../shared/controls/file-button.tsx'
import { RestoredList } from './restored-list.tsx'

interface Props {
  readonly onProblem: (problem: ErrorInfo | null) => void
  readonly onRestored: () => void
}

/** All runs to one file, and back. */
export function BackupPanel({ onProblem, onRestored }: Props) {
  const controller = useController()
  const { runs } = useApp()
  const { busy, run, cancel } = useTask(onProblem)
  const [isRestoring, setRestoring] = useState(false)
  const [restored, setRestored] = useState<Restored | null>(null)
  const save = () => {
    setRestored(null)
    return run('Writing the backup…', 'backup', async () =>
      download(await controller.backup(), `voxelwise-backup-${new Date().toISOString().slice(0, 10)}.zip`),
    )
  }
  const take = (file: File) => {
    setRestored(null)
    return run('Reading the backup…', file.name, async (signal, say) => {
      setRestoring(true)
      try {
        const onProgress = (done: number) => say(`${counted(done, 'file')} restored…`)
        setRestored(await controller.restore(file, onProgress, signal))
      } finally {
        setRestoring(false)
        onRestored()
      }
    })
  }
  return (
    <section className="panel" aria-labelledby="backup">
      <h2 id="backup">Backup</h2>
      <p>
        All runs in one zip file of run.json files. Restoring it brings back what is not here, and doubles
        nothing.
      </p>
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
        {isRestoring && (
          <button type="button" className="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </p>
      <div role="status">
        {busy}
        {restored && <RestoredList restored={restored} from="backup’s files" />}
      </div>
    </section>
  )
}
