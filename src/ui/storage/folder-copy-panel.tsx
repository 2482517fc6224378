import { useState } from 'react'
import type { Restored } from '../../data/store/restore-backup.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { RestoredList } from './restored-list.tsx'

interface Props {
  readonly onProblem: (problem: ErrorInfo | null) => void
  readonly onRestored: () => void
}

/** A third copy of all runs, outside the browser: it outlives a full disk. */
export function FolderCopyPanel({ onProblem, onRestored }: Props) {
  const controller = useController()
  const { copy, device } = useApp()
  const [busy, setBusy] = useState<string | null>(null)
  const [restored, setRestored] = useState<Restored | null>(null)
  const work = (what: string, does: () => Promise<void>) => () => {
    onProblem(null)
    setRestored(null)
    setBusy(what)
    does()
      .catch(thrown => onProblem(internalError('folder', thrown)))
      .finally(() => setBusy(null))
  }
  const bringBack = async () => {
    setRestored(await controller.bringBackCopy())
    onRestored()
  }
  const button = (label: string, what: string, does: () => Promise<void>) => (
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
