import type { Compared } from '../../../app/controller/report-facts.ts'
import { minRuns, type RunsComparison } from '../../../engine/analysis/comparison.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Sort } from '../../shared/table/sorting.ts'
import { coefficient, pValue } from '../../text/format.ts'
import { levelPoints, levelScatter, shortcutPoints, shortcutScatter } from './points.ts'
import { RelationTable } from './relation-table.tsx'
import { Scatter } from './scatter.tsx'

interface Props {
  readonly compared: Compared | null
  readonly sort: Sort
}

/** Whether models that diagnose better also take more shortcuts. */
export function Relation({ compared, sort }: Props) {
  return (
    <>
      <p className="prose">
        Right diagnoses are worth little if they are shortcuts. Over its 33 models, the MedRCube paper
        (arXiv:2604.13756) reports r = 0.693, p &lt; 10⁻⁵. It prints accuracies only: its models lie in the
        strip below the plot and enter no statistic here.
      </p>
      {compared && <Correlation comparison={compared.comparison} />}
      <Scatter
        {...shortcutScatter}
        points={shortcutPoints(compared)}
        file="voxelwise-shortcut-relation.svg"
      />
      {compared && <RelationTable compared={compared} sort={sort} />}
    </>
  )
}

/** The correlation of diagnosis and shortcuts over the measured runs: r, its interval and p. */
function Correlation({ comparison: { relation, runs } }: { readonly comparison: RunsComparison }) {
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
        ? `No correlation: it needs at least ${minRuns} runs with both figures; ${withBoth === 1 ? 'one has' : `${withBoth || 'none'} have`} them.`
        : 'No correlation: all runs have the same figure.'}
    </p>
  )
}

/** Accuracy in perception against accuracy in diagnosis. */
export function Levels({ compared }: Pick<Props, 'compared'>) {
  return (
    <>
      <p className="prose muted">
        Published models cover all 7,626 samples of MedRCube; measured runs cover the samples they were asked.
        Compare them point by point only on the same samples.
      </p>
      <Scatter {...levelScatter} points={levelPoints(compared)} file="voxelwise-perception-diagnosis.svg" />
    </>
  )
}
