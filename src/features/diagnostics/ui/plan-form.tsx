import { useState } from 'react'
import { expectedSeconds } from '../../../app/run/cost.ts'
import { counted } from '../../../engine/base/counted.ts'
import { pick, useApp, useController } from '../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { count, points, roughDuration } from '../../../ui/text/format.ts'
import { makeSizePlan, plannedRunSize, usualWishes } from '../engine/size-plans.ts'
import { plannedWords, voxelWords } from '../text/plan-words.ts'
import { PlanFields } from './plan-fields.tsx'

/** What size a run needs, and the button that keeps the plan with it. */
export function PlanForm() {
  const controller = useController()
  const app = useApp(pick('dataset', 'model', 'settings', 'trial', 'runs', 'plan'))
  const [wishes, setWishes] = useState(usualWishes)
  const { dataset, settings, plan } = app
  const fingerprint = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const key = `planned set ${fingerprint} ${JSON.stringify([settings.only, settings.protocol])}`
  const planned = useAsync(key, async () => (fingerprint === null ? null : controller.plannedSet()))
  const set = planned.status === 'ready' ? planned.value : null
  if (!set || set.questions === 0) return <p className="muted">Choose a data set first.</p>
  const size = plannedRunSize(wishes, set)
  const seconds = size && expectedSeconds(Math.min(size.questions, set.questions), app)
  const storedPlan = plan?.dataset === fingerprint ? plan.plan : null
  return (
    <div className="column">
      <PlanFields wishes={wishes} onChange={setWishes} />
      {size ? (
        <>
          <p aria-live="polite">
            Needed: <strong>{counted(size.questions, 'question')}</strong> in{' '}
            {counted(size.clusters, 'cluster')} on {counted(size.images, 'image')} (design effect{' '}
            {size.designEffect.toFixed(2)}){seconds !== null && `, about ${roughDuration(seconds)} here`}.{' '}
            {count(size.undecided.length)} of {counted(set.voxels.length, 'voxel')} would stay undecided
            {voxelWords(size.undecided, size.undecided.length)}.
          </p>
          {size.questions > set.questions && (
            <p className="warning">
              The data set has only {counted(set.questions, 'question')} in {counted(set.clusters, 'cluster')}
              . All of them give ±{points(size.reached).slice(1)} points.
            </p>
          )}
          <div className="actions">
            <Button
              onClick={() =>
                controller.planRun(makeSizePlan(wishes, size, set, seconds, new Date().toISOString()))
              }
            >
              Keep this plan with the next run
            </Button>
            {size.questions < set.questions && (
              <Button onClick={() => controller.changeSettings({ limit: size.questions })}>
                Limit the run to {counted(size.questions, 'question')}
              </Button>
            )}
          </div>
        </>
      ) : (
        <p className="warning">
          No size is enough.{' '}
          {wishes.goal === 'difference'
            ? 'The expected difference must be above 0.'
            : 'The expected difference must be above minus the margin, and some questions must have the finding.'}
        </p>
      )}
      {storedPlan && (
        <p className="muted">
          {plannedWords(storedPlan)}{' '}
          <Button look="small" onClick={() => controller.planRun(null)}>
            Drop the plan
          </Button>
        </p>
      )}
    </div>
  )
}
