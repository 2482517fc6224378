import { useRef, useState } from 'react'
import type { Restored } from '../../data/store/restore-backup.ts'
import { counted } from '../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { download } from '../shared/controls/download.ts'
import { RestoredList } from './restored-list.tsx'

interface Props {
  readonly onProblem: (problem: ErrorInfo | null) => void
  readonly onRestored: () => void
}

/** All runs to one file, and back. */
export function BackupPanel({ onProblem, onRestored }: Props) {
  const controller = useController()
  const { runs } = useApp()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [restored, setRestored] = useState<Restored | null>(null)
  const work = async (what: string, subject: string, does: () => Promise<void>) => {
    onProblem(null)
    setRestored(null)
    setBusy(what)
    try {
      await does()
    } catch (thrown) {
      onProblem(internalError(subject, thrown))
    } finally {
      setBusy(null)
    }
  }
  const save = () =>
    work('Writing the backup…', 'backup', async () =>
      download(await controller.backup(), `voxelwise-backup-${new Date().toISOString().slice(0, 10)}.zip`),
    )
  const take = (file: File | undefined) =>
    file &&
    work('Reading the backup…', file.name, async () => {
      setRestored(await controller.restore(file, done => setBusy(`${counted(done, 'file')} restored…`)))
      onRestored()
    })
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
        <button
          type="button"
          className="button"
          disabled={busy !== null}
          onClick={() => input.current?.click()}
        >
          Restore a backup
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".zip,application/zip"
          data-testid="backup-input"
          aria-label="Backup file"
          onChange={event => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </p>
      <div role="status">
        {busy}
        {restored && <RestoredList restored={restored} from="backup’s files" />}
      </div>
    </section>
  )
}
