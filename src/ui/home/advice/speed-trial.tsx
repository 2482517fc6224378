import { useId } from 'react'
import type { TrialState } from '../../../app/state/state.ts'
import { counted } from '../../../engine/base/counted.ts'
import { pick, useApp, useController } from '../../hooks/use-app.ts'
import { Button } from '../../shared/controls/button.tsx'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { Facts } from '../../shared/controls/facts.tsx'
import { readiness, readinessFields } from '../../text/choices.ts'
import { percent } from '../../text/format.ts'
import { subjectWords, trialFacts } from '../../text/speed-trial.ts'

/** A speed test of the chosen model on the data set's first images, and its result. */
export function SpeedTrial() {
  const controller = useController()
  const app = useApp(pick(...readinessFields, 'trial'))
  const why = useId()
  const { trial, model } = app
  const isServer = model.status === 'ready' && model.overview.server !== undefined
  const isGoing = trial.status === 'loading' || trial.status === 'asking'
  const isBlocked = isServer || readiness(app).blocks.length > 0
  return (
    <div className="column">
      <div className="actions">
        {isGoing ? (
          <Button onClick={() => controller.stopTrial()}>Stop the speed test</Button>
        ) : (
          <Button disabled={isBlocked} aria-describedby={why} onClick={() => controller.trySpeed()}>
            Test the speed ({app.device.native ? '20' : '10'} s)
          </Button>
        )}
        <p id={why} className="muted">
          {isServer
            ? 'Not available for a model server: run a few questions instead.'
            : `Times the model on the first images${app.device.native ? ', in the browser and by ONNX Runtime of this computer,' : ''} to estimate the full run. Nothing is stored.`}
        </p>
      </div>
      <div className="column trial-state" aria-live="polite" data-trial={trial.status}>
        <Found trial={trial} />
      </div>
    </div>
  )
}

function Found({ trial }: { readonly trial: TrialState }) {
  switch (trial.status) {
    case 'none':
      return null
    case 'loading':
      return (
        <p className="muted">
          Loading {subjectWords(trial.what)}
          {trial.share === null ? '…' : `: ${percent(trial.share)}`}
        </p>
      )
    case 'asking':
      return (
        <p className="muted">
          Asking {subjectWords(trial.what)}: {counted(trial.answered, 'answer')}
        </p>
      )
    case 'failed':
      return <ErrorBox error={trial.error} />
    case 'done':
      return (
        <>
          <p className="folder-name">{subjectWords(trial.what)}</p>
          <Facts facts={trialFacts(trial)} />
        </>
      )
  }
}
