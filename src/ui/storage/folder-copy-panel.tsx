import { counted } from '../../engine/base/counted.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { CancelRestore, RestoreStatus } from './restore-status.tsx'
import { type RestoreProps, useRestore } from './use-restore.ts'

/** A third copy of all runs, outside the browser: it outlives a full disk. */
export function FolderCopyPanel(props: RestoreProps) {
  const controller = useController()
  const { copy, device } = useApp()
  const restoring = useRestore(props)
  const button = (label: string, does: () => Promise<void>) => (
    <button type="button" className="button" disabled={restoring.busy !== null} onClick={() => void does()}>
      {label}
    </button>
  )
  const work = (label: string, what: string, does: () => Promise<void>) =>
    button(label, () => restoring.run(what, 'folder', does))
  const bringBack = () =>
    restoring.restore('Reading the copy…', 'folder', (signal, say) =>
      controller.bringBackCopy(done => say(`${counted(done, 'run')} read…`), signal),
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
            {copy.status === 'stopped' && work('Allow it again', 'Copying…', () => controller.allowCopy())}
            {work(
              copy.status === 'none' ? 'Choose a folder' : 'Choose another folder',
              'Copying all runs…',
              () => controller.chooseCopy(),
            )}
            {copy.status === 'copying' && button('Bring back runs from it', bringBack)}
            {copy.status !== 'none' && work('Stop copying', 'Stopping…', () => controller.stopCopy())}
            <CancelRestore cancel={restoring.cancel} />
          </p>
          <RestoreStatus restoring={restoring} from="runs" />
        </>
      ) : (
        <p>This browser cannot write to a folder; save a backup instead.</p>
      )}
    </section>
  )
}
