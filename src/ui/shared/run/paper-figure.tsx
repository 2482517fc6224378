import type { RunFigure } from '../../../engine/analysis/papers/finding.ts'
import { counted } from '../../../engine/base/counted.ts'
import { clusterCount } from '../../text/clusters.ts'
import { interval, percent, points, pointsInterval } from '../../text/format.ts'

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
