import { useApp, useController } from '../hooks/use-app.ts'

/** Where the browser may delete results: says so, and offers a copy that it cannot delete. */
export function KeepWarning() {
  const controller = useController()
  const { persistence, copy, device } = useApp()
  if (persistence !== 'refused' || copy.status === 'copying') return null
  return (
    <div className="panel keep-warning" role="status">
      <p>
        This browser does not promise to keep your results. It may delete them when the disk is full.{' '}
        {device.directoryPicker
          ? 'A copy in a folder is safe.'
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
