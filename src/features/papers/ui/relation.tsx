import type { Compared } from '../../../app/controller/report-facts.ts'
import {
  isRelated,
  minRuns,
  type RunFigures,
  type RunsComparison,
} from '../../../engine/analysis/comparison.ts'
import {
  type PublishedModel,
  pooledAccuracy,
  publishedColumns,
  publishedModels,
} from '../../../engine/analysis/published.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { counted } from '../../../engine/base/counted.ts'
import { defaultHighLevelTasks } from '../../../engine/protocol/shortcut.ts'
import { figure, linkColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { type Share, ShareText } from '../../../ui/shared/table/share-text.tsx'
import { type Column, type Sort, sortRows } from '../../../ui/shared/table/sorting.ts'
import { resultsHref } from '../../../ui/state/router.ts'
import { runNoun } from '../../../ui/text/comparability.ts'
import { coefficient, count, interval, percent, pWords } from '../../../ui/text/format.ts'
import { Scatter } from './scatter.tsx'
import type { Position, ScatterPoint } from './scatter-layout.ts'

/** Models as points: the measured runs, and the published ones where their table has the figures. */
const taskKeys = (isDiagnosis: boolean) =>
  publishedColumns
    .filter(({ axis, label }) => axis === 'task' && defaultHighLevelTasks.has(label) === isDiagnosis)
    .map(({ key }) => key)

const [diagnosisKeys, perceptionKeys] = [taskKeys(true), taskKeys(false)]

const exactly = (share: number): Position => ({ share, low: share, high: share })

const figureText = (name: string, { share, low, high, n }: Share) =>
  `${name} ${percent(share)} (${interval(low, high)}, n ${n})`

const shortcutScatter = {
  title: 'Accuracy in diagnosis against Shortcut_Prob',
  xName: 'Accuracy on diagnosis tasks, %',
  yName: 'Shortcut_Prob, %',
}

const levelScatter = {
  title: 'Accuracy in perception against accuracy in diagnosis',
  xName: 'Accuracy on perception tasks, %',
  yName: 'Accuracy on diagnosis tasks, %',
}

/** Accuracy in diagnosis against Shortcut_Prob; the published table has no shortcut figures. */
function shortcutPoints(compared: Compared | null): ScatterPoint[] {
  const measured = measuredPoints(compared, figures => {
    if (!isRelated(figures)) return null
    const {
      diagnosis,
      rates: { shortcut },
    } = figures
    return {
      x: diagnosis,
      y: shortcut,
      text: `${figureText('diagnosis', diagnosis)}, ${figureText('Shortcut_Prob', shortcut)}`,
    }
  })
  const published = publishedModels.map(model => {
    const diagnosis = pooledAccuracy(model, diagnosisKeys)
    return { ...publishedPoint(model, diagnosis), y: null, text: `diagnosis ${percent(diagnosis)}` }
  })
  return [...published, ...measured]
}

/** Accuracy in perception against accuracy in diagnosis: which the published table has too. */
function levelPoints(compared: Compared | null): ScatterPoint[] {
  const measured = measuredPoints(compared, ({ diagnosis, perception }) => {
    if (diagnosis.n === 0 || perception.n === 0) return null
    return {
      x: perception,
      y: diagnosis,
      text: `${figureText('perception', perception)}, ${figureText('diagnosis', diagnosis)}`,
    }
  })
  const published = publishedModels.map(model => {
    const [perception, diagnosis] = [
      pooledAccuracy(model, perceptionKeys),
      pooledAccuracy(model, diagnosisKeys),
    ]
    return {
      ...publishedPoint(model, perception),
      y: exactly(diagnosis),
      text: `perception ${percent(perception)}, diagnosis ${percent(diagnosis)}`,
    }
  })
  return [...published, ...measured]
}

function measuredPoints(
  compared: Compared | null,
  of: (figures: RunFigures) => Pick<ScatterPoint, 'x' | 'y' | 'text'> | null,
): ScatterPoint[] {
  return (compared?.runs ?? []).flatMap((run, at) => {
    const figures = compared?.comparison.runs[at]
    const place = figures ? of(figures) : null
    if (!place) return []
    const href = resultsHref(run.id, 'shortcuts')
    return [{ key: run.id, kind: 'measured', name: run.name, sign: String(at + 1), href, ...place }]
  })
}

function publishedPoint({ name }: PublishedModel, x: number) {
  return { key: `published ${name}`, kind: 'published', name, sign: '', x: exactly(x), href: null } as const
}

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

/** What guessing, and the most frequent right answer, would score there. */
const baselineColumns = (key: string, name: string, of: (figures: RunFigures) => Estimate): Column<Row>[] => [
  figure(`${key}-guessing`, `${name}, guessing`, ({ figures }) => of(figures).chance, percent),
  figure(
    `${key}-majority`,
    `${name}, most frequent answer`,
    ({ figures }) => of(figures).majority ?? null,
    percent,
  ),
]

const columns: readonly Column<Row>[] = [
  linkColumn<Row>(
    'run',
    'Run',
    ({ number, name }) => `${number}: ${name}`,
    ({ id }) => resultsHref(id, 'shortcuts'),
    ({ name }) => name,
  ),
  ...shareColumns('diagnosis', 'Diagnosis', ({ diagnosis }) => diagnosis),
  ...baselineColumns('diagnosis', 'Diagnosis', ({ diagnosis }) => diagnosis),
  ...shareColumns('perception', 'Perception', ({ perception }) => perception),
  ...baselineColumns('perception', 'Perception', ({ perception }) => perception),
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
      rowKey={row => row.id}
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
      {compared?.comparison.runs.some(({ diagnosis }) => diagnosis.constant?.of === 'given') && (
        <p className="relation">Runs that give one answer to every diagnosis are left out.</p>
      )}
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
function Correlation({ comparison: { relation, runs, copies } }: { readonly comparison: RunsComparison }) {
  if (relation)
    return (
      <p className="relation">
        Over the {counted(relation.n, `measured ${runNoun({ copies })}`)}:{' '}
        <strong>r = {coefficient(relation.r, 3)}</strong>, 95% interval {coefficient(relation.low, 3)} to{' '}
        {coefficient(relation.high, 3)}, {pWords(relation.p)}.
      </p>
    )
  const withBoth = runs.filter((one, at) => isRelated(one) && !copies.some(({ run }) => run === at)).length
  return (
    <p className="relation">
      {withBoth < minRuns
        ? `No correlation: it needs at least ${minRuns} ${runNoun({ copies })}s with both figures; ${withBoth === 1 ? 'one has' : `${withBoth || 'none'} have`} them.`
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
