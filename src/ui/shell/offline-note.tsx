import { isBusy } from '../../app/state/stage.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { bytes } from '../text/format.ts'

/** Whether the page is available offline, or can be; in the footer of every view. */
export function OfflineNote() {
  const controller = useController()
  const offline = useApp(state => state.offline)
  switch (offline.status) {
    case 'checking':
      return null
    case 'none':
      return <p>{offline.reason}</p>
    case 'offered':
      return (
        <p>
          <button type="button" className="button small" onClick={() => controller.keepOffline()}>
            Save for offline use
          </button>{' '}
          {bytes(offline.size)}
        </p>
      )
    case 'keeping':
      return <p>Saving for offline use ({bytes(offline.size)})…</p>
    case 'kept':
      return <p>Available offline ({bytes(offline.size)}).</p>
  }
}

/** Offers a new version: installed only on request, and never during a run. */
export function UpdateOffer() {
  const controller = useController()
  const offline = useApp(state => state.offline)
  const mustWait = useApp(({ live }) => live !== null && isBusy(live))
  if (!('isNewer' in offline) || !offline.isNewer) return null
  return (
    <section className="update-offer" aria-label="New version" aria-live="polite">
      <p>
        A new version of Voxelwise is available.{' '}
        {mustWait ? 'You can update when the run has ended.' : 'Your stored runs are not affected.'}
      </p>
      <button
        type="button"
        className="button small"
        disabled={mustWait}
        onClick={() => controller.updatePage()}
      >
        Update and reload
      </button>
    </section>
  )
}
