import { useState } from 'react'
import { expectedSeconds } from '../../../app/run/cost.ts'
import { counted } from '../../../engine/base/counted.ts'
import { pick, useApp, useController } from '../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { ChoiceField, DecimalField } from '../../../ui/shared/controls/fields.tsx'
import { comparable } from '../../../ui/text/choices.ts'
import { count, points, roughDuration } from '../../../ui/text/format.ts'
import { type PlanWishes, plannedRunSize, sizePlanOf, usualWishes } from '../engine/size-plans.ts'
import { plannedWords } from '../text/plan-words.ts'

/** What size a run needs, and the button that keeps the plan with it. */
export function PlanForm() {
  const controller = useController()
  const app = useApp(pick('dataset', 'model', 'settings', 'trial', 'runs', 'plan'))
  const [wishes, setWishes] = useState(usualWishes)
  const { dataset, settings, runs, plan } = app
  const fingerprint = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const key = `planned set ${fingerprint} ${JSON.stringify([settings.only, settings.protocol])}`
  const found = useAsync(key, async () => (fingerprint === null ? null : controller.plannedSet()))
  const set = found.status === 'ready' ? found.value : null
  if (!set || set.questions === 0) return <p className="muted">Choose a data set first.</p>
  const change = (part: Partial<PlanWishes>) => setWishes({ ...wishes, ...part })
  const size = plannedRunSize(wishes, set)
  const seconds = size && expectedSeconds(Math.min(size.questions, set.questions), app)
  const kept = plan?.dataset === fingerprint ? plan.plan : null
  const takeFrom = async (id: string) => {
    if (id === '') return change({ from: null })
    const { overview } = await controller.results(id)
    change({ from: id, accuracy: overview.overall.share, icc: overview.clustering.icc })
  }
  const share = (label: string, unit: string, name: keyof PlanWishes, least = 0) => (
    <DecimalField
      label={label}
      unit={unit}
      value={100 * Number(wishes[name])}
      range={[100 * least, 100]}
      onChange={value =>
        change({ [name]: value / 100, ...((name === 'accuracy' || name === 'icc') && { from: null }) })
      }
    />
  )
  return (
    <div className="column">
      <div className="tiles">
        <ChoiceField
          label="Plan for"
          value={wishes.goal}
          choices={[
            { value: 'width', text: 'The width of the interval' },
            { value: 'margin', text: 'Non-inferiority to another run' },
          ]}
          onChange={goal => change({ goal })}
        />
        <ChoiceField
          label="Expect as in"
          value={wishes.from ?? ''}
          choices={[{ value: '', text: 'Entered here' }, ...comparable(dataset, runs ?? [])]}
          onChange={takeFrom}
        />
        {share('Expected accuracy', '%', 'accuracy')}
        {share('Expected correlation', '% (ρ of answers to one image)', 'icc')}
        {wishes.goal === 'width' ? (
          share('Interval within ±', 'percentage points', 'halfWidth', 0.001)
        ) : (
          <>
            {share('Margin', 'percentage points', 'margin', 0.001)}
            {share('Expected difference', 'points, second run less first', 'difference', -1)}
            {share('Only one of the two is right', '% of questions', 'discordant')}
            {share('Power', '%', 'power', 0.05)}
          </>
        )}
      </div>
      {size ? (
        <>
          <p aria-live="polite">
            Needed: <strong>{counted(size.questions, 'question')}</strong> in{' '}
            {counted(size.clusters, 'cluster')} (design effect {size.designEffect.toFixed(2)})
            {seconds !== null && `, about ${roughDuration(seconds)} here`}. {count(size.undecided)} of{' '}
            {counted(set.voxels.length, 'voxel')} would stay undecided.
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
                controller.planRun(sizePlanOf(wishes, size, set, seconds, new Date().toISOString()))
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
        <p className="warning">No size is enough: the expected difference must be above minus the margin.</p>
      )}
      {kept && (
        <p className="muted">
          {plannedWords(kept)}{' '}
          <Button look="small" onClick={() => controller.planRun(null)}>
            Drop the plan
          </Button>
        </p>
      )}
    </div>
  )
}
