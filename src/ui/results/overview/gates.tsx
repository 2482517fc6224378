import { type Gate, type GateResult, outcomeOf } from '../../../engine/analysis/gates.ts'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { count, interval, none, percent, points, pointsInterval } from '../../text/format.ts'
import { gateName } from '../../text/gates.ts'

const outcomes = { pass: 'pass', fail: 'fail', undecided: 'undecided' } as const

/** A difference is in points. */
const shownBy = ({ against }: Gate) =>
  against === null ? { figure: percent, interval } : { figure: points, interval: pointsInterval }

/** The clusters, with why nothing is decided. */
const reasons = {
  decided: (clusters: string) => clusters,
  'no-such-run': () => 'no run chosen',
  'no-such-slice': (clusters: string) => clusters,
  'too-few-clusters': (clusters: string) => `${clusters}, too few`,
} as const

/** The conditions on a run's figures, and whether they hold. */
export function GatesTable({ results }: { readonly results: readonly GateResult[] }) {
  return (
    <>
      <p role="status">
        <strong>{outcomes[outcomeOf(results)]}</strong>
      </p>
      <DataTable
        caption="Conditions on the figures"
        columns={[
          { key: 'outcome', name: 'Result', cell: ({ outcome }) => <strong>{outcomes[outcome]}</strong> },
          { key: 'gate', name: 'Condition', cell: ({ gate }) => gateName(gate) },
          figure<GateResult>('share', 'Figure', ({ value }) => value?.share ?? null, percent, {
            cell: ({ gate, value }) => (value ? shownBy(gate).figure(value.share) : none),
          }),
          {
            key: 'interval',
            name: '95% interval',
            isNumber: true,
            cell: ({ gate, value }) => (value ? shownBy(gate).interval(value.low, value.high) : none),
          },
          figure<GateResult>('n', 'n', ({ n }) => n, count),
          figure<GateResult>('clusters', 'Clusters', ({ clusters }) => clusters, count, {
            cell: ({ clusters, reason }) => reasons[reason ?? 'decided'](count(clusters)),
          }),
        ]}
        rows={results}
        keyOf={({ gate }) => JSON.stringify(gate)}
        savedColumns={[
          { name: 'result', value: ({ outcome }) => outcome },
          { name: 'condition', value: ({ gate }) => gateName(gate) },
          { name: 'share', value: ({ value }) => value?.share ?? null },
          { name: 'low', value: ({ value }) => value?.low ?? null },
          { name: 'high', value: ({ value }) => value?.high ?? null },
          { name: 'n', value: ({ n }) => n },
          { name: 'clusters', value: ({ clusters }) => clusters },
        ]}
        file="voxelwise-gates.csv"
      />
    </>
  )
}
