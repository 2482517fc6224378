import { counted } from '../../engine/base/counted.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { CancelRestore, RestoreStatus } from './restore-status.tsx'
import { type RestoreProps, useRestore } from './use-restore.ts'

/** A copy of all runs in a folder outside the browser, which the browser cannot delete. */
export function FolderCopyPanel(props: RestoreProps) {
  const controller = useController()
  const { copy, device } = useApp(pick('copy', 'device'))
  const restoring = useRestore(props)
  const button = (label: string, does: () => Promise<void>) => (
    <button type="button" className="button" disabled={restoring.busy !== null} onClick={() => void does()}>
      {label}
    </button>
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
            <CancelRestore cancel={restoring.cancel} />
          </p>
          <RestoreStatus restoring={restoring} from="runs" />
        </>
      ) : (
        <p>This browser cannot write to folders. Save a backup instead.</p>
      )}
    </section>
  )
}
