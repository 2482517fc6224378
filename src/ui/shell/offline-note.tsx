import { isBusy } from '../../app/state/stage.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { bytes } from '../text/format.ts'

/** Whether the page can be opened without its server; at the foot of every view. */
export function OfflineNote() {
  const { offline } = useApp()
  switch (offline.status) {
    case 'checking':
      return null
    case 'none':
      return <p>{offline.reason}</p>
    case 'keeping':
      return <p>Being kept for use without its server ({bytes(offline.size)})…</p>
    case 'kept':
      return <p>Kept in this browser: it opens without its server ({bytes(offline.size)}).</p>
  }
}

/** Offers the newer version; nothing changes until the user says so, and never under a run. */
export function UpdateOffer() {
  const controller = useController()
  const { offline, live } = useApp()
  if (offline.status !== 'kept' || !offline.isNewer) return null
  const waits = live !== null && isBusy(live)
  return (
    <section className="update-offer" aria-label="Newer version" aria-live="polite">
      <p>
        A newer version of Voxelwise is there.{' '}
        {waits ? 'It can be taken when the run has ended.' : 'Stored runs stay as they are.'}
      </p>
      <button type="button" className="button small" disabled={waits} onClick={() => controller.updatePage()}>
        Update and reload
      </button>
    </section>
  )
}
