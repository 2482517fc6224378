import type { Controller } from '../../../app/controller/commands.ts'
import { pick, useApp, useController } from '../../../ui/hooks/use-app.ts'
import { ChoiceField, DecimalField } from '../../../ui/shared/controls/fields.tsx'
import { comparable, type SelectOption } from '../../../ui/text/choices.ts'
import { percent } from '../../../ui/text/format.ts'
import { publishedAccuracies } from '../engine/published-accuracies.ts'
import { type PlannedFigure, type PlanWishes, plannedFigures } from '../engine/size-plans.ts'

interface Props {
  readonly wishes: PlanWishes
  readonly onChange: (wishes: PlanWishes) => void
}

const goals: readonly SelectOption<PlanWishes['goal']>[] = [
  { value: 'width', text: 'The width of the interval' },
  { value: 'margin', text: 'Non-inferiority to another run' },
  { value: 'difference', text: 'A difference from another run' },
]

const figureNames: Readonly<Record<PlannedFigure, string>> = {
  accuracy: 'Accuracy',
  sensitivity: 'Sensitivity of a finding',
  specificity: 'Specificity of a finding',
}

/** Start of the value of a choice that is a published model. */
const publishedMark = 'published '

/** What is expected of a run like another one. */
async function wishesLike(
  controller: Controller,
  source: string,
  figure: PlanWishes['figure'],
): Promise<Partial<PlanWishes>> {
  const { overview } = await controller.results(source)
  const { findings, flow } = await controller.fact('diagnostics', { run: source, by: null })
  const [finding] = findings
  const rate = figure === 'accuracy' ? null : finding?.figures[figure]?.value
  return {
    ...{ from: source, published: null, accuracy: overview.overall.share, icc: overview.clustering.icc },
    ...(finding && rate && { rate, prevalence: finding.present / flow.asked }),
  }
}

type ShareName = keyof PlanWishes

interface ShareProps {
  readonly label: string
  readonly unit: string
  readonly name: ShareName
  /** From 0 to 1, or below 0 for a difference. */
  readonly least: number
  readonly wishes: PlanWishes
  readonly change: (part: Partial<PlanWishes>) => void
}

/** What is expected: once it is entered, it is no longer taken from a run. */
const expected: readonly ShareName[] = ['accuracy', 'icc', 'rate', 'prevalence']

const ShareField = ({ label, unit, name, least, wishes, change }: ShareProps) => (
  <DecimalField
    label={label}
    unit={unit}
    value={100 * Number(wishes[name])}
    range={[100 * least, 100]}
    onChange={value =>
      change({
        [name]: value / 100,
        ...(expected.includes(name) && { from: null }),
        ...(name === 'accuracy' && { published: null }),
      })
    }
  />
)

/** What a plan wants and expects. */
export function PlanFields({ wishes, onChange }: Props) {
  const controller = useController()
  const { dataset, settings, runs } = useApp(pick('dataset', 'settings', 'runs'))
  const { goal, figure, from, published } = wishes
  const change = (part: Partial<PlanWishes>) => onChange({ ...wishes, ...part })
  const models = publishedAccuracies(settings.protocol.id)
  const sources: readonly SelectOption<string>[] = [
    { value: '', text: 'Entered here' },
    ...comparable(dataset, runs ?? []),
    ...models.map(({ name, accuracy }) => ({
      value: `${publishedMark}${name}`,
      text: `${name}, published (${percent(accuracy)})`,
    })),
  ]
  const takeFrom = async (source: string) => {
    if (source === '') return change({ from: null, published: null })
    const model = models.find(({ name }) => source === `${publishedMark}${name}`)
    change(
      model
        ? { from: null, published: model.name, accuracy: model.accuracy }
        : await wishesLike(controller, source, figure),
    )
  }
  const share = (label: string, unit: string, name: ShareName, least = 0) => (
    <ShareField {...{ label, unit, name, least, wishes, change }} />
  )
  return (
    <div className="tiles">
      <ChoiceField
        label="Plan for"
        value={goal}
        choices={goals}
        onChange={next =>
          change({ goal: next, ...(next === 'difference' && wishes.difference <= 0 && { difference: 0.05 }) })
        }
      />
      <ChoiceField
        label="Figure"
        value={figure}
        choices={plannedFigures.map(value => ({ value, text: figureNames[value] }))}
        onChange={next => change({ figure: next })}
      />
      <ChoiceField
        label="Expect as in"
        value={from ?? (published === null ? '' : `${publishedMark}${published}`)}
        choices={sources}
        onChange={takeFrom}
      />
      {share('Expected accuracy', '%', 'accuracy')}
      {share('Expected correlation', '% (ρ of answers to one image)', 'icc')}
      {figure !== 'accuracy' && (
        <>
          {share(`Expected ${figure}`, '%', 'rate')}
          {share('Finding present', '% of all questions', 'prevalence', 0.001)}
        </>
      )}
      {goal === 'width' ? (
        share('Interval within ±', 'percentage points', 'halfWidth', 0.001)
      ) : (
        <>
          {goal === 'margin' && share('Margin', 'percentage points', 'margin', 0.001)}
          {share('Expected difference', 'points, second run less first', 'difference', -1)}
          {share('Only one of the two is right', '% of questions', 'discordant')}
          {share('Power', '%', 'power', 0.05)}
        </>
      )}
    </div>
  )
}
