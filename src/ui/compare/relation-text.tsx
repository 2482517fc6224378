import { minRuns, type RunsComparison } from '../../engine/analysis/comparison.ts'
import { counted } from '../../engine/base/counted.ts'
import { coefficient, pValue } from '../text/format.ts'

/** How diagnosis and shortcuts go together over the measured runs: r, its interval and p. */
export function RelationText({ comparison: { relation, runs } }: { readonly comparison: RunsComparison }) {
  if (relation)
    return (
      <p className="relation">
        Over the {counted(relation.n, 'measured run')}: <strong>r = {coefficient(relation.r, 3)}</strong>, 95%
        interval {coefficient(relation.low, 3)} to {coefficient(relation.high, 3)}, p = {pValue(relation.p)}.
      </p>
    )
  const withBoth = runs.filter(({ diagnosis, rates }) => diagnosis.n > 0 && rates.shortcut.n > 0).length
  return (
    <p className="relation">
      {withBoth < minRuns
        ? `No correlation: it needs at least ${minRuns} runs with both figures, and ${withBoth === 1 ? 'one has' : `${withBoth || 'none'} have`} them.`
        : 'No correlation: all runs have one and the same figure.'}
    </p>
  )
}
