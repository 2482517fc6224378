import { useId, useState } from 'react'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { readiness, readinessFields } from '../text/choices.ts'

/** The Run button, labelled with what it starts, and the reasons why it is disabled. */
export function RunBar() {
  const controller = useController()
  const app = useApp(pick(...readinessFields))
  const { label, note, blocks, offer } = readiness(app)
  const server = app.model.status === 'ready' ? app.model.overview.server : undefined
  const why = useId()
  const [isStarting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    await controller.start()
    setStarting(false)
  }
  return (
    <div className="run-bar">
      <button
        type="button"
        className="button primary huge"
        disabled={isStarting || blocks.length > 0}
        aria-describedby={why}
        onClick={() => void start()}
      >
        {label}
      </button>
      <div id={why} className="run-bar-why" aria-live="polite">
        {blocks.length === 0 ? (
          <p className="muted">
            {note} Runs on {server ? `the model server at ${server.address}` : 'this computer'}. Results are
            stored in this browser; a private window deletes them when it closes. You can pause, or close the
            tab and continue later.
          </p>
        ) : (
          <>
            <ul>
              {blocks.map(block => (
                <li key={block}>{block}</li>
              ))}
            </ul>
            {offer && (
              <button
                type="button"
                className="button small"
                onClick={() => controller.changeSettings({ device: offer.device, dtype: offer.dtype })}
              >
                {offer.label}
              </button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
