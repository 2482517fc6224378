import { counted } from '../../../engine/base/counted.ts'
import type { PrintedColumn } from '../../../ui/shared/table/printed-table.tsx'
import { clusterCount } from '../../../ui/text/clusters.ts'
import { interval, percent, points, pointsInterval } from '../../../ui/text/format.ts'
import type { PaperFinding, RunFigure } from '../engine/finding.ts'

/** What a run shows of a paper's finding. */
export function PaperFigure({ what, value, low, high, isDifference, n, clusters, unit }: RunFigure) {
  const figure = isDifference ? points(value) : percent(value)
  const range = isDifference ? pointsInterval(low, high) : interval(low, high)
  return (
    <>
      <strong>{figure}</strong> {range}, {counted(n, 'question')}
      {unit === 'question' ? '' : `, ${clusterCount({ clusters, unit })}`}: {what}
    </>
  )
}

/** Whether a claim holds on the runs, and whether it follows from the paper's own table. @param on the first heading */
export const verdictColumns = (
  on: string,
): readonly PrintedColumn<Pick<PaperFinding, 'verdict' | 'rule' | 'reason' | 'table' | 'recomputed'>>[] => [
  {
    name: on,
    cell: ({ verdict, rule, reason }) => (
      <>
        <strong>{verdict}</strong>. {reason ?? rule}
      </>
    ),
  },
  {
    name: 'In the paper’s own table',
    cell: ({ table, recomputed }) => (
      <>
        <strong>{table}</strong>. {recomputed}
      </>
    ),
  },
]
