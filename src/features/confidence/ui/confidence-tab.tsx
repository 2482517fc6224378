import { type BootstrapOptions, binnings, confidenceResamples } from '@voxelwise/statistics'
import type { Run } from '../../../engine/protocol/run.ts'
import { type Axis, axes } from '../../../engine/protocol/sample.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { useAsync, useLast } from '../../../ui/hooks/use-async.ts'
import { type FeaturePart, isNoJudging } from '../../../ui/results/results-tab.ts'
import type { TabProps } from '../../../ui/results/tab-props.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { LabelSelect, QuerySelect } from '../../../ui/shared/controls/query-select.tsx'
import { CutChoices, SplitSelect } from '../../../ui/shared/controls/split-choices.tsx'
import { chosenOne, Sections } from '../../../ui/shared/sections.tsx'
import { navigate } from '../../../ui/state/router.ts'
import { splitIn } from '../../../ui/state/split.ts'
import { count } from '../../../ui/text/format.ts'
import { byNames, fieldName } from '../../../ui/text/voxels.ts'
import { reportedConfidence } from '../app/reported-confidence.ts'
import type { ConfidenceReport } from '../engine/confidence-report.ts'
import { confidence } from './confidence-view.tsx'

export const confidenceTab: FeaturePart = {
  id: 'confidence',
  name: 'Confidence',
  place: { in: 'reliability', before: null },
  // People state theirs: the feature `readers` has it.
  applies: facts => isNoJudging(facts) && !facts.results.run.model.reader,
  showsSelection: true,
  Body: ConfidenceTab,
}

/** Whether the model knows when it is right, from the probabilities it gave to the options. */
function ConfidenceTab({ results: { run, rows, overview }, query }: TabProps) {
  const controller = useController()
  const by = splitIn(query, axes) ?? chosenOne(query, 'by', axes)
  const key = `confidence of ${run.id}, ${rows.length} rows, by ${JSON.stringify(by)}`
  const load = async (options: BootstrapOptions, signal: AbortSignal) => ({
    axis: typeof by === 'string' ? by : ('group' as const),
    ...(await controller.fact('confidence', { run: run.id, by, options }, signal)),
  })
  const quick = useAsync(`${key}, without intervals`, signal => load({ resamples: 0 }, signal))
  const whole = useAsync(key, signal => load({}, signal))
  const report = useLast(whole.status === 'loading' ? quick : whole)
  return (
    <>
      <h2>{confidence.name}</h2>
      {report.status === 'failed' && <ErrorBox error={report.error} />}
      <p className="muted" role="status">
        {whole.status === 'loading' && `Computing intervals from ${count(confidenceResamples)} resamples…`}
      </p>
      {report.status === 'ready' &&
        (report.value.whole ? (
          <Sections
            of={confidence}
            facts={{
              run,
              added: new Map([[reportedConfidence.name, { [report.value.axis]: report.value }]]),
            }}
            chosen={query}
            controls={{
              calibration: (
                <Controls
                  report={report.value}
                  chosen={typeof by === 'string' ? by : by.name}
                  fields={overview.fields}
                  query={query}
                />
              ),
            }}
          />
        ) : (
          <NotAsked run={run} />
        ))}
    </>
  )
}

interface ControlsProps {
  /** With the axis of the shown data: for a moment this is not the one just chosen. */
  readonly report: ConfidenceReport & { readonly axis: Axis | 'group' }
  readonly chosen: string
  readonly fields: readonly string[]
  readonly query: URLSearchParams
}

function Controls({ report: { axis, slices, field }, chosen, fields, query }: ControlsProps) {
  return (
    <search className="filters" aria-label="Slice">
      <SplitSelect axes={axes} fields={fields} value={chosen} resets={[...axes, 'group', 'sort']} />
      <CutChoices query={query} field={field} />
      <LabelSelect
        name={axis === 'group' ? fieldName(field?.name ?? '') : byNames[axis]}
        parameter={axis}
        value={query.get(axis) ?? undefined}
        values={slices.map(one => [one.label, one.n] as const)}
      />
      <QuerySelect
        label="Bins"
        name="bins"
        value={chosenOne(query, 'bins', binnings)}
        choices={[
          ['equal-width', 'Equal width'],
          ['equal-mass', 'Equal mass'],
        ]}
      />
    </search>
  )
}

/** What to do to get this. */
function NotAsked({ run }: { readonly run: Run }) {
  const controller = useController()
  const setUp = () => {
    controller.changeSettings({ scoring: 'choices' })
    navigate('#/')
  }
  return (
    <div className="stack">
      <p className="prose">
        {run.settings.scoring === 'choices'
          ? 'No question has been answered with option probabilities yet.'
          : 'This run has no probabilities, so confidence is unknown.'}{' '}
        Confidence needs a run with <strong>Option probabilities</strong> as its scoring. Such a run takes no
        longer. Its accuracy may differ slightly from the official one.
      </p>
      <ol className="steps">
        <li>
          On the set-up page, choose the same data set and model. Under <strong>Scoring</strong>, choose
          “Option probabilities”.
        </li>
        <li>Press Run.</li>
        <li>Open this tab in the results of that run.</li>
      </ol>
      <Button onClick={setUp}>Set up such a run</Button>
    </div>
  )
}
