import { pick, useApp, useController } from '../hooks/use-app.ts'

/** Warns that the browser may delete results, and offers a copy in a folder. */
export function KeepWarning() {
  const controller = useController()
  const { persistence, copy, device } = useApp(pick('persistence', 'copy', 'device'))
  if (persistence !== 'refused' || copy.status === 'copying') return null
  return (
    <div className="panel keep-warning" role="status">
      <p>
        This browser may delete your results when the disk is full.{' '}
        {device.directoryPicker
          ? 'Copy runs to a folder to keep them safe.'
          : 'Export the run when it ends, or save a backup under Storage.'}
      </p>
      {device.directoryPicker && (
        <p className="actions">
          <button type="button" className="button small" onClick={() => void controller.chooseCopy()}>
            Copy runs to a folder
          </button>
          <a className="button small" href="#/storage">
            Storage
          </a>
        </p>
      )}
    </div>
  )
}
