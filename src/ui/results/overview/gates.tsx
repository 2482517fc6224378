import { type Gate, type GateResult, outcomeOf } from '../../../engine/analysis/gates.ts'
import { figure, textColumn } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { count, interval, none, percent, points, pointsInterval } from '../../text/format.ts'
import { gateName } from '../../text/gates.ts'

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
        <strong>{outcomeOf(results)}</strong>
      </p>
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
            cell: ({ gate, value }) => (value ? shownBy(gate).interval(value.low, value.high) : none),
          },
          { name: 'low', value: ({ value }) => value?.low ?? null },
          { name: 'high', value: ({ value }) => value?.high ?? null },
          figure<GateResult>('n', 'n', ({ n }) => n, count),
          figure<GateResult>('clusters', 'Clusters', ({ clusters }) => clusters, count, {
            cell: ({ clusters, reason }) => reasons[reason ?? 'decided'](count(clusters)),
          }),
        ]}
        rows={results}
        keyOf={({ gate }) => JSON.stringify(gate)}
        file="voxelwise-gates.csv"
      />
    </>
  )
}
