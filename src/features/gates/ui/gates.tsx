import { ownValue } from '@voxelwise/python'
import { useId } from 'react'
import { addedPart } from '../../../app/controller/result-part.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useApp, useController } from '../../../ui/hooks/use-app.ts'
import { useOtherRuns } from '../../../ui/hooks/use-other-runs.ts'
import { useOwnTask } from '../../../ui/hooks/use-task.ts'
import type { FeatureSection } from '../../../ui/results/feature-section.ts'
import { ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { FileButton } from '../../../ui/shared/controls/file-button.tsx'
import { Folded } from '../../../ui/shared/controls/folded.tsx'
import { figure, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { selectionInRun } from '../../../ui/text/estimates.ts'
import { count, interval, none, pDecides, percent, points, pointsInterval } from '../../../ui/text/format.ts'
import { gateState, gatesOfRun } from '../app/gates.ts'
import { type Gate, type GateResult, gateRuns, gatesOutcome } from '../engine/gates.ts'
import { exampleOfGates, gateName, unreadGates } from '../text/gates.ts'

/** A difference is in points. */
const shownBy = ({ against }: Gate) =>
  against === null ? { figure: percent, interval } : { figure: points, interval: pointsInterval }

/** The clusters, with why nothing is decided. */
const reasons = {
  decided: (clusters: string) => clusters,
  'mostly-unread': () => 'replies not read',
  'no-such-run': () => 'no run chosen',
  'no-such-slice': (clusters: string) => clusters,
  'too-few-clusters': (clusters: string) => `${clusters}, too few`,
} as const

/** The conditions on a run's figures, and whether they hold. */
function GatesTable({ run, results }: { readonly run: Run; readonly results: readonly GateResult[] }) {
  const selection = selectionInRun(run)
  return (
    <>
      <p role="status">
        <strong>{gatesOutcome(results)}</strong>
        {selection !== null && `, on ${selection} only`}
      </p>
      {results.some(({ reason }) => reason === 'mostly-unread') && <p>{unreadGates}</p>}
      <DataTable
        caption="Conditions on the figures"
        columns={[
          {
            key: 'result',
            name: 'Result',
            value: ({ outcome }) => outcome,
            cell: ({ outcome }) => <strong>{outcome}</strong>,
          },
          textColumn<GateResult>('condition', 'Condition', ({ gate }) => gateName(gate)),
          figure<GateResult>('share', 'Figure', ({ value }) => value?.share ?? null, percent, {
            cell: ({ gate, value }) => (value ? shownBy(gate).figure(value.share) : none),
          }),
          {
            key: 'interval',
            name: '95% interval',
            isNumber: true,
            cell: ({ gate, value, decidingP }) => {
              if (!value) return none
              const limits = shownBy(gate).interval(value.low, value.high)
              return decidingP === null ? limits : `${limits}; ${pDecides(decidingP)}`
            },
          },
          { name: 'low', value: ({ value }) => value?.low ?? null },
          { name: 'high', value: ({ value }) => value?.high ?? null },
          { name: 'deciding_p', value: ({ decidingP }) => decidingP },
          figure<GateResult>('n', 'n', ({ n }) => n, count),
          figure<GateResult>('clusters', 'Clusters', ({ clusters }) => clusters, count, {
            cell: ({ clusters, reason }) => reasons[reason ?? 'decided'](count(clusters)),
          }),
        ]}
        rows={results}
        rowKey={({ gate }) => JSON.stringify(gate)}
        file="voxelwise-gates.csv"
      />
    </>
  )
}

/** Chooses a file of gates for the runs of this visit. */
function ChooseGates() {
  const controller = useController()
  const hasGates = useApp(state => gateState.of(state).gates.length > 0)
  const task = useOwnTask()
  const choose = (file: File) => task.run('Reading', file.name, () => controller.chooseGates(file))
  return (
    <>
      <p className="prose">
        A gate is a condition on a figure of this run, such as a lowest accuracy before a model is used. A
        file states one or more.
      </p>
      <Folded name="Example of a file of gates" className="methods-note">
        <pre>{exampleOfGates}</pre>
        <p className="muted">
          It demands that the lower limit of the 95% interval of all questions is at least 60%, and that of CT
          at least 50%.
        </p>
      </Folded>
      <div className="actions">
        <FileButton
          accept=".json,application/json"
          label="A file of gates"
          testId="gates"
          disabled={false}
          onFile={file => void choose(file)}
        >
          {hasGates ? 'Other gates…' : 'Check gates…'}
        </FileButton>
      </div>
      {task.problem && <ErrorBox error={task.problem} />}
    </>
  )
}

/** Chooses the runs that gates compare with. */
function GateRuns({ run }: { readonly run: Run }) {
  const gates = useApp(state => gateState.of(state).gates)
  return gateRuns(gates).map(against => <GateRun key={against} against={against} run={run} />)
}

interface GateRunProps {
  /** The path in the gates. */
  readonly against: string
  readonly run: Run
}

/** The run of this browser that stands for a file named in the gates. */
function GateRun({ against, run }: GateRunProps) {
  const id = useId()
  const controller = useController()
  const chosen = useApp(state => ownValue(gateState.of(state).runs, against))
  const others = useOtherRuns(run)
  return (
    <div className="filter">
      <label htmlFor={id}>The run {against}</label>
      <select
        id={id}
        value={chosen ?? ''}
        onChange={event => void controller.chooseGateRun(against, event.target.value)}
      >
        <option value="" disabled>
          {others.length > 0 ? 'Choose a run' : 'No other run on this data set'}
        </option>
        {others.map(other => (
          <option key={other.id} value={other.id}>
            {other.name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Among the accuracies of a run, above those by task. */
export const gatesSection: FeatureSection = {
  before: 'axes',
  section: {
    id: 'gates',
    name: 'Gates',
    body: facts => {
      const results = addedPart(gatesOfRun, facts) ?? []
      return results.length > 0 && <GatesTable run={facts.run} results={results} />
    },
  },
  Controls: GateRuns,
  Below: ChooseGates,
}
