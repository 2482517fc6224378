import { readerNotes } from '../../../engine/protocol/reader.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { figure, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import {
  count,
  decimal,
  howRun,
  interval,
  none,
  percent,
  points,
  pointsInterval,
  pValue,
} from '../../../ui/text/format.ts'
import type { ModelAmongReaders, PairAgreement, ReaderComparison } from '../engine/reader-comparison.ts'
import type { TaskSeconds } from '../engine/reading-times.ts'
import type { StatedScores } from '../engine/stated-scores.ts'
import { marginWords, nonInferiorWords, refusedWords, spreadWords } from '../text/reader-words.ts'

type Runs = readonly Run[]

/** "answered by a person; 5 years of experience". */
const byWords = (run: Run): string =>
  [howRun(run), run.model.reader && readerNotes(run.model.reader)].filter(Boolean).join('; ')

const nameAt = (runs: Runs, at: number): string => runs[at]?.name ?? ''

/** Times and stated confidence of a run; a model states none. */
interface PersonFigures {
  readonly seconds: readonly TaskSeconds[]
  readonly stated: StatedScores | null
}

export interface ReadersProps {
  readonly runs: Runs
  readonly of: ReaderComparison
  readonly people: readonly (PersonFigures | null)[]
}

/** Every run with its accuracy; of a person, the stated confidence. */
export function ReadersTable({ runs, of, people }: ReadersProps) {
  const rows = runs.map((run, at) => ({
    ...{ run, accuracy: of.accuracies[at], stated: people[at]?.stated ?? null },
  }))
  type Row = (typeof rows)[number]
  return (
    <DataTable
      caption="Readers and models"
      columns={[
        textColumn<Row>('name', 'Run', ({ run }) => run.name),
        textColumn<Row>('how', 'By', ({ run }) => byWords(run)),
        figure<Row>('n', 'Answered', ({ accuracy }) => accuracy?.n ?? null, count),
        figure<Row>('accuracy', 'Accuracy', ({ accuracy }) => accuracy?.share ?? null, percent),
        {
          key: 'interval',
          name: '95% interval',
          isNumber: true,
          cell: ({ accuracy }: Row) => (accuracy ? interval(accuracy.low, accuracy.high) : none),
        },
        figure<Row>('stated', 'Stated confidence, mean', ({ stated }) => stated?.mean ?? null, percent),
        figure<Row>('brier', 'Brier score of it', ({ stated }) => stated?.brier ?? null, decimal),
      ]}
      rows={rows}
      rowKey={({ run }) => run.id}
      savedColumns={[
        { name: 'run', value: ({ run }) => run.name },
        { name: 'by', value: ({ run }) => byWords(run) },
        { name: 'n', value: ({ accuracy }) => accuracy?.n ?? null },
        { name: 'accuracy', value: ({ accuracy }) => accuracy?.share ?? null },
        { name: 'low', value: ({ accuracy }) => accuracy?.low ?? null },
        { name: 'high', value: ({ accuracy }) => accuracy?.high ?? null },
        { name: 'stated_mean', value: ({ stated }) => stated?.mean ?? null },
        { name: 'stated_brier', value: ({ stated }) => stated?.brier ?? null },
      ]}
      file="voxelwise-readers.csv"
    />
  )
}

/** Every two runs. */
export function PairsTable({ runs, of }: Omit<ReadersProps, 'people'>) {
  const columns: readonly TableColumn<PairAgreement>[] = [
    textColumn<PairAgreement>('first', 'First', ({ pair }) => nameAt(runs, pair[0])),
    textColumn<PairAgreement>('second', 'Second', ({ pair }) => nameAt(runs, pair[1])),
    figure<PairAgreement>('n', 'Both answered', ({ samples }) => samples, count),
    figure<PairAgreement>('percent', 'Equal answers', one => one.percent, percent),
    figure<PairAgreement>('kappa', 'Cohen’s kappa', ({ kappa }) => kappa, decimal),
    textColumn<PairAgreement>('same', 'Same reader', ({ isSameReader }) => (isSameReader ? 'yes' : '')),
  ]
  return (
    <DataTable
      caption="Pairs"
      columns={columns}
      rows={of.pairs}
      rowKey={({ pair }) => pair.join()}
      savedColumns={[
        { name: 'first', value: ({ pair }) => nameAt(runs, pair[0]) },
        { name: 'second', value: ({ pair }) => nameAt(runs, pair[1]) },
        { name: 'n', value: ({ samples }) => samples },
        { name: 'percent', value: one => one.percent },
        { name: 'kappa', value: ({ kappa }) => kappa },
      ]}
      file="voxelwise-reader-pairs.csv"
    />
  )
}

const kappaText = (kappa: number | null): string => (kappa === null ? none : decimal(kappa))

interface AmongProps {
  readonly runs: Runs
  readonly model: ModelAmongReaders
  readonly of: ReaderComparison
}

/** Where a model stands among the readers: three answers, never one alone. */
export function AmongReaders({ runs, model, of }: AmongProps) {
  const { place, against, isNonInferior, gamma, spread, shared, kappas, alone } = model
  const readers = of.readers.length
  return (
    <section className="stack whole" aria-label={nameAt(runs, model.run)}>
      <h3>{nameAt(runs, model.run)} among the readers</h3>
      <ul className="prose">
        <li>
          Place: above {count(place.below)} of {count(readers)} readers
          {place.equal > 0 && `, equal to ${count(place.equal)}`}, each on the questions that both answered.
        </li>
        <li>
          Against the mean reader: {against.effect === null ? none : `${points(against.effect)} points`}
          {against.low !== null &&
            against.high !== null &&
            ` (${pointsInterval(against.low, against.high)}), p ${against.p === null ? none : pValue(against.p)}, for other readers and other cases (Obuchowski, Rockette and Hillis)`}
          .{against.refused !== null && ` ${refusedWords[against.refused]}`}
          {isNonInferior !== null && ` ${nonInferiorWords(isNonInferior, of.marginPoints ?? 0)}`}
        </li>
        <li>
          {spreadWords[spread.verdict]} It differs from a reader {gamma === null ? none : points(gamma)}{' '}
          points more often than two readers differ
          {spread.interval && ` (${pointsInterval(spread.interval.low, spread.interval.high)})`}.{' '}
          {marginWords(of.marginPoints)} This says nothing of being right.
        </li>
        <li>
          Kappa on being right: {kappaText(kappas.model)} with the readers, who have{' '}
          {kappaText(kappas.readers)} with each other.
        </li>
        {readers > 2 && (
          <li>
            Kappa on being right with most of the other readers: {kappaText(alone.model)} of the model,{' '}
            {alone.readers
              .map((kappa, at) => `${kappaText(kappa)} of ${nameAt(runs, of.readers[at] ?? -1)}`)
              .join(', ')}
            . No reader is compared with their own answers.
          </li>
        )}
        <li>
          Of {count(shared.samples)} questions that everybody answered, no reader had {count(shared.noReader)}{' '}
          right, all had {count(shared.allReaders)}, the model alone {count(shared.modelAlone)}, and only the
          readers, all of them, {count(shared.readersAlone)}. On {count(shared.agreedAgainstKey)} all readers
          gave one wrong answer: look at the key.
        </li>
      </ul>
    </section>
  )
}
