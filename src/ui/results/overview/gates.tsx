import { type GateResult, outcomeOf } from '../../../engine/analysis/gates.ts'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { count, interval, none, percent } from '../../text/format.ts'
import { gateName } from '../../text/gates.ts'

const outcomes = { pass: 'pass', fail: 'fail', undecided: 'undecided' } as const

/** The conditions on a run's figures, and whether they hold. */
export function GatesTable({ results }: { readonly results: readonly GateResult[] }) {
  return (
    <section className="slices" data-wide="true" aria-labelledby="gates">
      <h3 id="gates">Gates</h3>
      <p role="status">
        <strong>{outcomes[outcomeOf(results)]}</strong>
      </p>
      <DataTable
        caption="Conditions on the figures"
        columns={[
          { key: 'outcome', name: 'Result', cell: ({ outcome }) => <strong>{outcomes[outcome]}</strong> },
          { key: 'gate', name: 'Condition', cell: ({ gate }) => gateName(gate) },
          figure<GateResult>('share', 'Figure', ({ value }) => value?.share ?? null, percent),
          {
            key: 'interval',
            name: '95% interval',
            isNumber: true,
            cell: ({ value }) => (value ? interval(value.low, value.high) : none),
          },
          figure<GateResult>('n', 'n', ({ n }) => n, count),
          figure<GateResult>('clusters', 'Clusters', ({ clusters }) => clusters, count, {
            cell: ({ clusters, reason }) =>
              reason === 'too-few-clusters' ? `${count(clusters)}, too few` : count(clusters),
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
    </section>
  )
}
