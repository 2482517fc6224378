import { useState } from 'react'
import type { Restored } from '../../data/store/restore-backup.ts'
import { counted } from '../../engine/base/counted.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { type Task, useTask } from '../hooks/use-task.ts'
import { RestoredList } from './restored-list.tsx'

interface Props {
  readonly onProblem: (problem: ErrorInfo | null) => void
  readonly onRestored: () => void
}

/** A third copy of all runs, outside the browser: it outlives a full disk. */
export function FolderCopyPanel({ onProblem, onRestored }: Props) {
  const controller = useController()
  const { copy, device } = useApp()
  const { busy, run, cancel } = useTask(onProblem)
  const [isRestoring, setRestoring] = useState(false)
  const [restored, setRestored] = useState<Restored | null>(null)
  const work = (what: string, does: Parameters<Task['run']>[2]) => () => {
    setRestored(null)
    void run(what, 'folder', does)
  }
  const bringBack: Parameters<Task['run']>[2] = async (signal, say) => {
    setRestoring(true)
    try {
      setRestored(await controller.bringBackCopy(done => say(`${counted(done, 'run')} read…`), signal))
    } finally {
      setRestoring(false)
      onRestored()
    }
  }
  const button = (label: string, what: string, does: Parameters<Task['run']>[2]) => (
    <button type="button" className="button" disabled={busy !== null} onClick={work(what, does)}>
      {label}
    </button>
  )
  return (
    <section className="panel" aria-labelledby="folder-copy">
      <h2 id="folder-copy">A copy in a folder of yours</h2>
      {device.directoryPicker ? (
        <>
          <p>
            {copy.status === 'none' &&
              'On a full disk a browser may throw away all that it keeps; a folder of yours it leaves alone. Runs are copied there as they go on.'}
            {copy.status === 'copying' && (
              <>
                Runs are copied to <strong>{copy.name}</strong>, every few seconds.
              </>
            )}
            {copy.status === 'stopped' && (
              <>
                Nothing is copied to <strong>{copy.name}</strong> until you allow it again.
              </>
            )}
          </p>
          <p className="actions">
            {copy.status === 'stopped' && button('Allow it again', 'Copying…', () => controller.allowCopy())}
            {button(
              copy.status === 'none' ? 'Choose a folder' : 'Choose another folder',
              'Copying all runs…',
              () => controller.chooseCopy(),
            )}
            {copy.status === 'copying' && button('Bring back runs from it', 'Reading the copy…', bringBack)}
            {copy.status !== 'none' && button('Stop copying', 'Stopping…', () => controller.stopCopy())}
            {isRestoring && (
              <button type="button" className="button" onClick={cancel}>
                Cancel
              </button>
            )}
          </p>
          <div role="status">
            {busy}
            {restored && <RestoredList restored={restored} from="runs" />}
          </div>
        </>
      ) : (
        <p>This browser cannot write to a folder; save a backup instead.</p>
      )}
    </section>
  )
}
