import type { Compared } from '../../../app/controller/report-facts.ts'
import { minRuns, type RunFigures, type RunsComparison } from '../../../engine/analysis/comparison.ts'
import { counted } from '../../../engine/base/counted.ts'
import { PageLink } from '../../shared/controls/page-link.tsx'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { type Share, ShareText } from '../../shared/table/share-text.tsx'
import { type Column, type Sort, sortRows } from '../../shared/table/sorting.ts'
import { resultsHref } from '../../state/router.ts'
import { coefficient, count, percent, pValue } from '../../text/format.ts'
import { levelPoints, levelScatter, shortcutPoints, shortcutScatter } from './points.ts'
import { Scatter } from './scatter.tsx'

interface Row {
  readonly id: string
  readonly name: string
  readonly number: number
  readonly figures: RunFigures
}

/** A share with its interval in one column; in a saved file, its ends and its denominator have their own columns. */
function shareColumns(key: string, name: string, of: (figures: RunFigures) => Share): Column<Row>[] {
  const known = (part: keyof Share) => (row: Row) => (of(row.figures).n > 0 ? of(row.figures)[part] : null)
  const saved = { isNumber: true, isSavedOnly: true }
  return [
    { key, name, isNumber: true, value: known('share'), cell: row => <ShareText {...of(row.figures)} /> },
    { ...saved, key: `${key}-low`, name: `${name}, 95% low`, value: known('low') },
    { ...saved, key: `${key}-high`, name: `${name}, 95% high`, value: known('high') },
    { ...saved, key: `${key}-n`, name: `${name}, n`, value: row => of(row.figures).n },
  ]
}

const columns: readonly Column<Row>[] = [
  {
    key: 'run',
    name: 'Run',
    value: row => row.name,
    cell: row => <PageLink href={resultsHref(row.id, 'shortcuts')}>{`${row.number}: ${row.name}`}</PageLink>,
  },
  ...shareColumns('diagnosis', 'Diagnosis', ({ diagnosis }) => diagnosis),
  ...shareColumns('perception', 'Perception', ({ perception }) => perception),
  ...shareColumns('shortcut', 'Shortcut_Prob', ({ rates }) => rates.shortcut),
  {
    ...figure<Row>('luck', 'Luck_Rate', ({ figures }) => figures.rates.luck.share, percent),
    cell: ({ figures }) => <ShareText {...figures.rates.luck} />,
    isPaperOnly: true,
  },
  ...shareColumns('rationality', 'Rationality', ({ rates }) => rates.rationality),
  figure('links', 'Links', ({ figures }) => figures.rates.links, count),
  ...(['A', 'B', 'C', 'D'] as const).map(group =>
    figure<Row>(group, group, ({ figures }) => figures.rates.counts[group], count, { isPaperOnly: true }),
  ),
]

/** Accuracy and shortcuts of every run. */
function RelationTable({ compared, sort }: { readonly compared: Compared; readonly sort: Sort }) {
  const rows = compared.runs.flatMap(({ id, name }, at) => {
    const figures = compared.comparison.runs[at]
    return figures ? [{ id, name, number: at + 1, figures }] : []
  })
  return (
    <DataTable
      caption="Accuracy and shortcuts of every run, with 95% intervals"
      columns={columns}
      rows={sortRows(rows, columns, sort)}
      keyOf={row => row.id}
      sort={sort}
      isWide
      file="voxelwise-shortcut-relation.csv"
    />
  )
}

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
