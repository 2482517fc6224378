import { useEffect, useState } from 'react'
import { useApp, useController } from '../hooks/use-app.ts'
import { bytes } from '../text/format.ts'

/** How much the kept image features take on this machine, and a way to be rid of them. */
export function KeptFeatures() {
  const controller = useController()
  const { live } = useApp()
  const [kept, setKept] = useState(0)
  const phase = live?.phase
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that ends has changed what is kept
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
        <a href="#/storage">What is kept on this machine</a>
      </p>
    )
  return (
    <p className="kept">
      <a href="#/storage">{bytes(kept)} of image features kept</a>{' '}
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
