import { isInterrupted, listPasses, ownRuns } from '../../app/state/passes.ts'
import type { LiveRun, RunSummary } from '../../app/state/state.ts'
import { isTooFew } from '../../engine/analysis/shares.ts'
import { duration } from '../../engine/base/duration.ts'
import { useController } from '../hooks/use-app.ts'
import { ContinueButton } from '../shared/run/continue-button.tsx'
import { DeleteRun } from '../shared/run/delete-run.tsx'
import { figure } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { type Column, type Sort, sortRows } from '../shared/table/sorting.ts'
import { changeQuery, resultsHref } from '../state/router.ts'
import { bytes, count, date, interval, none, percent } from '../text/format.ts'
import { hasInterval, type RunRow, runRows } from './run-rows.ts'
import { RunText } from './run-text.tsx'
import { useAccuracies } from './use-accuracies.ts'

interface Props {
  readonly runs: readonly RunSummary[]
  readonly live: LiveRun | null
  /** Ids of the ticked runs, in the order of ticking. */
  readonly ids: readonly string[]
  readonly sort: Sort
}

/** The stored runs, a line each. Ticked runs can be compared. */
export function RunsTable({ runs, live, ids, sort }: Props) {
  const rows = runRows(runs, live, useAccuracies(ownRuns(runs)))
  const columns = tableColumns(runs, ids)
  return (
    <div className="runs">
      <DataTable
        caption="Runs"
        isWide
        columns={columns}
        rows={sortRows(rows, columns, sort)}
        sort={sort}
        rowKey={({ run }) => run.id}
        rowData={() => ({ 'data-run': true })}
        savedColumns={[...columns.flatMap(savedColumns), ...alsoSaved]}
        file="voxelwise-runs.csv"
      />
    </div>
  )
}

/** Under its key: a figure's name does not say its unit. */
const savedColumns = ({ key, value }: Column<RunRow>) => (key === 'actions' ? [] : [{ name: key, value }])

const alsoSaved = [
  { name: 'id', value: ({ run }: RunRow) => run.id },
  { name: 'model', value: ({ run }: RunRow) => run.model.name },
  { name: 'data_set', value: ({ run }: RunRow) => run.dataset.name },
  { name: 'precision', value: ({ run }: RunRow) => run.settings.dtype },
  { name: 'device', value: ({ run }: RunRow) => run.settings.device },
]

const tableColumns = (runs: readonly RunSummary[], ids: readonly string[]): readonly Column<RunRow>[] => [
  {
    key: 'name',
    name: 'Run',
    value: ({ name }) => name,
    cell: row => <RunName row={row} runs={runs} ids={ids} />,
  },
  // Beside the name, so that no scrolling is needed on a narrow screen.
  { key: 'actions', name: '', value: () => null, cell: row => <Actions row={row} /> },
  { ...figure<RunRow>('n', 'Answered', ({ asked }) => asked, count), cell: row => <Answered row={row} /> },
  figure('accuracy', 'Accuracy', ({ asked, accuracy }) => (asked === 0 ? null : accuracy.share), percent, {
    cell: ({ accuracy, of }) =>
      accuracy.n === 0 ? (
        none
      ) : (
        <>
          <strong>{percent(accuracy.share)}</strong>
          {of !== null && <span className="score-note">estimate for all {count(of)}</span>}
        </>
      ),
  }),
  figure('low', '95% interval', row => (hasInterval(row) ? row.accuracy.low : null), String, {
    cell: row =>
      hasInterval(row)
        ? interval(row.accuracy.low, row.accuracy.high)
        : isTooFew(row.accuracy)
          ? 'too few answers'
          : none,
  }),
  {
    key: 'high',
    name: '95% interval, high end',
    value: row => (hasInterval(row) ? row.accuracy.high : null),
    isSavedOnly: true,
  },
  figure('seconds', 'Time', ({ seconds }) => seconds, duration),
  figure(
    'memory',
    'Memory',
    ({ memory }) => memory,
    value => `≈ ${bytes(value)}`,
  ),
  figure('size', 'Size', ({ size }) => size, bytes),
  {
    key: 'created',
    name: 'Date',
    isNumber: true,
    value: ({ run }) => run.created,
    cell: ({ run }) => date(run.created),
  },
  {
    key: 'origin',
    name: 'From',
    value: ({ origin }) => origin,
    cell: ({ origin }) => <span className="keep">{origin}</span>,
  },
  { key: 'note', name: 'Note', value: ({ run }) => run.note ?? null, cell: row => <Note row={row} /> },
]

interface RowProps {
  readonly row: RunRow
}

function RunName({ row, runs, ids }: RowProps & Pick<Props, 'runs' | 'ids'>) {
  const controller = useController()
  const { run, name, facts, word, isLive } = row
  const pick = (isPicked: boolean) => {
    const others = ids.filter(id => id !== run.id)
    const next = isPicked ? [...others, run.id] : others
    changeQuery({ runs: next.length > 0 ? next.map(encodeURIComponent).join(',') : null })
  }
  const passes = listPasses(runs, run.id)
  const done = passes.filter(pass => pass.run.state === 'done').length
  return (
    <div className="run-name">
      <label className="run-pick">
        <span className="visually-hidden">Compare {run.name}</span>
        <input
          type="checkbox"
          checked={ids.includes(run.id)}
          onChange={event => pick(event.target.checked)}
        />
      </label>
      <div>
        <RunText
          label="Name of the run"
          button="Rename"
          text={run.name}
          onChange={next => next !== '' && void controller.renameRun(run.id, next)}
        >
          <h2>
            <a href={isLive ? '#/run' : resultsHref(run.id)}>{name}</a>
          </h2>
        </RunText>
        <p className="note words">
          {word !== 'Done' && (
            <span className="run-state" data-state={word}>
              {word}
            </span>
          )}
          {facts.map(fact => (
            <bdi key={fact}>{fact}</bdi>
          ))}
          {passes.length > 0 && (
            <a href={resultsHref(run.id, 'probes')}>
              {count(done)} of {count(passes.length)} probes
            </a>
          )}
        </p>
      </div>
    </div>
  )
}

function Answered({ row: { run, asked, failed } }: RowProps) {
  return (
    <>
      {count(asked)} of {count(run.total)}
      {failed > 0 && (
        <a className="score-note" href={resultsHref(run.id, 'samples', { verdict: 'failed' })}>
          {count(failed)} failed
        </a>
      )}
    </>
  )
}

function Note({ row: { run } }: RowProps) {
  const controller = useController()
  return (
    <RunText
      label="Note on the run"
      button={run.note === undefined ? 'Add note' : 'Edit note'}
      text={run.note ?? ''}
      onChange={next => void controller.noteRun(run.id, next)}
    >
      {run.note}
    </RunText>
  )
}

function Actions({ row: { run, summary, isLive } }: RowProps) {
  return (
    <div className="actions">
      {!isLive && isInterrupted(summary) && <ContinueButton run={run} />}
      {!isLive && !summary.isHeld && <DeleteRun run={run} />}
    </div>
  )
}
