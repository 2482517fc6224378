import { useEffect, useState } from 'react'
import { useApp, useController } from '../hooks/use-app.ts'
import { bytes } from '../text/format.ts'

/** The size of the stored image features, and a button that deletes them. */
export function KeptFeatures() {
  const controller = useController()
  const phase = useApp(({ live }) => live?.phase)
  const [kept, setKept] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished run has changed the size
  useEffect(() => {
    let current = true
    controller.keptFeatures().then(size => current && setKept(size), controller.notify)
    return () => {
      current = false
    }
  }, [controller, phase])
  if (kept === 0)
    return (
      <p className="kept">
        <a href="#/storage">Stored on this machine</a>
      </p>
    )
  return (
    <p className="kept">
      <a href="#/storage">{bytes(kept)} of image features stored</a>{' '}
      <button
        type="button"
        className="button small"
        disabled={phase === 'running' || phase === 'loading'}
        onClick={() => controller.clearKeptFeatures().then(controller.keptFeatures).then(setKept)}
      >
        Clear
      </button>
    </p>
  )
}
