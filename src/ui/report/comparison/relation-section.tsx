import type { ComparisonFacts } from '../../../app/controller/report-facts.ts'
import { levelsOfRuns, type RunFigures } from '../../../engine/analysis/comparison.ts'
import type { LinkGroup } from '../../../engine/protocol/shortcut.ts'
import { Scatter } from '../../compare/charts/scatter.tsx'
import { levelPoints, levelScatter, shortcutPoints, shortcutScatter } from '../../compare/compare-points.ts'
import { RelationText } from '../../compare/relation-text.tsx'
import { type Share, ShareText } from '../../shared/table/share-text.tsx'
import { count } from '../../text/format.ts'
import { LevelTable } from '../level-table.tsx'
import { type ReportColumn, ReportTable } from '../report-table.tsx'
import { runTitle } from '../run-title.ts'

interface Line {
  readonly name: string
  readonly figures: RunFigures
}

const shareColumn = (name: string, of: (figures: RunFigures) => Share): ReportColumn<Line> => ({
  name: `${name}, 95% interval`,
  isNumber: true,
  cell: ({ figures }) => <ShareText {...of(figures)} />,
})

const groupColumn = (group: LinkGroup): ReportColumn<Line> => ({
  name: group,
  isNumber: true,
  cell: ({ figures }) => count(figures.rates.counts[group]),
})

const columns: readonly ReportColumn<Line>[] = [
  { name: 'Run', cell: ({ name }) => name },
  shareColumn('Diagnosis', ({ diagnosis }) => diagnosis),
  shareColumn('Perception', ({ perception }) => perception),
  shareColumn('Shortcut_Prob', ({ rates }) => rates.shortcut),
  shareColumn('Luck_Rate', ({ rates }) => rates.luck),
  shareColumn('Rationality', ({ rates }) => rates.rationality),
  groupColumn('A'),
  groupColumn('B'),
  groupColumn('C'),
  groupColumn('D'),
]

/** Whether models that diagnose better also take more shortcuts. */
export function RelationSection({ facts: { compared, levels } }: { readonly facts: ComparisonFacts }) {
  const lines = compared.runs.flatMap((run, at) => {
    const figures = compared.comparison.runs[at]
    return figures ? [{ name: runTitle(run, at), figures }] : []
  })
  return (
    <section aria-labelledby="relation">
      <h2 id="relation">Accuracy against shortcut probability</h2>
      <RelationText comparison={compared.comparison} />
      <p>
        Over its 33 models the MedRCube paper reports r = 0.693, p &lt; 10⁻⁵. Its table prints accuracies
        only, so its models lie in the strip below the plot, marked as published, and take no part in any
        figure here.
      </p>
      <Scatter {...shortcutScatter} points={shortcutPoints(compared)} file="" />
      <ReportTable caption="Accuracy and shortcuts of every run" columns={columns} rows={lines} isDense />
      <LevelTable levels={levelsOfRuns(compared.comparison.runs)} choice={levels} />
      <h3>Perception against diagnosis</h3>
      <Scatter {...levelScatter} points={levelPoints(compared)} file="" />
    </section>
  )
}
