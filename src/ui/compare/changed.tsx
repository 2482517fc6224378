import { useMemo } from 'react'
import type { Compared } from '../../app/controller/report-facts.ts'
import type { ChangedSample } from '../../engine/analysis/comparison.ts'
import { counted } from '../../engine/base/counted.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { listImages } from '../../engine/protocol/sample.ts'
import { useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { Awaited, ErrorBox } from '../shared/controls/error-box.tsx'
import { QuerySelect } from '../shared/controls/query-select.tsx'
import { selectionQuery } from '../shared/sample/filters.ts'
import { unviewed } from '../shared/sample/image-view.ts'
import { Options } from '../shared/sample/options.tsx'
import { ReadAnswer } from '../shared/sample/read-answer.tsx'
import { SampleImage } from '../shared/sample/sample-image.tsx'
import { Verdict } from '../shared/sample/verdict.tsx'
import { Detail, ListAndDetail } from '../shared/table/list-and-detail.tsx'
import { SaveCsv } from '../shared/table/save-csv.tsx'
import { sampleColumns } from '../shared/table/saved-columns.ts'
import type { SavedColumn } from '../shared/table/sorting.ts'
import { changeQuery, resultsHref } from '../state/router.ts'
import { count, label } from '../text/format.ts'
import { voxelName } from '../text/voxels.ts'
import { ChangedFilters, filterChanged } from './changed-filters.tsx'

interface Props {
  readonly compared: Compared
  readonly query: URLSearchParams
}

const columns: readonly SavedColumn<ChangedSample>[] = [
  ...sampleColumns,
  { name: 'change', value: row => row.change },
]

/** Samples that only one of two runs has right; which two, which samples and which one is in the address. */
export function ChangedTab({ compared, query }: Props) {
  const controller = useController()
  const [baseline, ...others] = compared.runs
  const run = others.find(({ id }) => id === query.get('with')) ?? others[0]
  const changed = useAsync(`changed samples of ${baseline?.id} and ${run?.id}`, async () =>
    baseline && run ? controller.changed(baseline.id, run.id) : [],
  )
  if (!baseline || !run) return null
  return (
    <>
      <h2 className="visually-hidden">Changed verdicts</h2>
      <Awaited of={changed} doing="Comparing the verdicts…" />
      {changed.status === 'ready' && (
        <ChangedList samples={changed.value} baseline={baseline} run={run} others={others} query={query} />
      )}
    </>
  )
}

interface ListProps {
  readonly samples: readonly ChangedSample[]
  readonly baseline: Run
  readonly run: Run
  readonly others: readonly Run[]
  readonly query: URLSearchParams
}

function ChangedList({ samples, baseline, run, others, query }: ListProps) {
  const matches = useMemo(() => filterChanged(samples, query), [samples, query])
  const opened = query.get('sample')
  const selected = opened === null ? -1 : matches.findIndex(({ index }) => String(index) === opened)
  const sample = samples.find(({ index }) => String(index) === opened)
  const gained = matches.filter(({ change }) => change === 'gained').length
  return (
    <>
      <search className="filters" aria-label="Changed samples">
        {others.length > 1 && (
          <QuerySelect
            label="Run"
            name="with"
            value={run.id}
            choices={others.map(({ id, name }, at) => [id, `${at + 2}: ${name}`] as const)}
            resets={['sample']}
          />
        )}
        <ChangedFilters samples={samples} query={query} />
      </search>
      <div className="actions">
        <p className="note list-count" role="status">
          {counted(matches.length, 'sample')}: {count(gained)} gained, {count(matches.length - gained)} lost
          against the baseline
        </p>
        <SaveCsv columns={columns} rows={matches} file="voxelwise-changed.csv" />
        <a
          className="button small"
          href={resultsHref(run.id, 'samples', {
            ...selectionQuery(query),
            against: baseline.id,
            change: query.get('change') ?? 'changed',
          })}
        >
          Select them in the run
        </a>
      </div>
      <ListAndDetail
        label="Changed samples"
        count={matches.length}
        selected={selected}
        onOpen={position => changeQuery({ ...unviewed, sample: String(matches[position]?.index) })}
        row={position => matches[position] && <ChangedRow sample={matches[position]} />}
        detail={
          sample ? (
            <ChangedDetail
              key={`${run.id} ${sample.index}`}
              sample={sample}
              baseline={baseline}
              run={run}
              onClose={() => changeQuery({ ...unviewed, sample: null })}
            />
          ) : null
        }
        hint="Select a sample to see both answers."
        none="No verdict changed between these runs."
      />
    </>
  )
}

function ChangedRow({ sample }: { readonly sample: ChangedSample }) {
  const isGained = sample.change === 'gained'
  return (
    <>
      <span className="verdict" data-verdict={isGained ? 'correct' : 'wrong'}>
        <span aria-hidden="true">{isGained ? '↑' : '↓'}</span>
        <span className="visually-hidden">{isGained ? 'Gained' : 'Lost'}</span>
      </span>
      <span className="row-main">{sample.question}</span>
      <span className="note row-sub">{voxelName(sample)}</span>
      <span className="row-id">{sample.id}</span>
    </>
  )
}

interface ChangedDetailProps {
  readonly sample: ChangedSample
  readonly baseline: Run
  readonly run: Run
  readonly onClose: () => void
}

/** One sample as two runs answered it, with the way to it in each of them. */
function ChangedDetail({ sample, baseline, run, onClose }: ChangedDetailProps) {
  const { id, question, index, second } = sample
  return (
    <Detail name={`Sample ${id}`} onClose={onClose}>
      <div className="column detail-body">
        <SampleImage run={baseline.id} paths={listImages(sample)} question={question} />
        <div className="column detail-text">
          <p className="place">
            {[sample.task, sample.modality, sample.parts, sample.dataset].map((value, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four places that never move
              <span key={at}>{label(value)}</span>
            ))}
          </p>
          <h3 className="question">{question}</h3>
          <Answer run={baseline} index={index} title="Baseline" />
          <Answer run={run} index={second} title="Run" />
        </div>
      </div>
    </Detail>
  )
}

interface AnswerProps {
  readonly run: Run
  readonly index: number
  readonly title: string
}

function Answer({ run, index, title }: AnswerProps) {
  const controller = useController()
  const record = useAsync(`record ${run.id} ${index}`, () => controller.record(run.id, index))
  return (
    <section className="stack whole" aria-label={`${title}: ${run.name}`}>
      <h4>
        {title}: <bdi>{run.name}</bdi>
      </h4>
      {record.status === 'loading' && <p className="muted">Reading…</p>}
      {record.status === 'failed' && <ErrorBox error={record.error} />}
      {record.status === 'ready' && record.value.status === 'answered' && (
        <>
          <Options
            options={findProtocol(run.settings.protocol).listOptions(record.value.sample.fields)}
            right={record.value.rightAnswer}
            picked={record.value.parsed}
            choices={record.value.score?.choices}
          />
          <p className="words">
            <Verdict verdict={record.value.correct ? 'correct' : 'wrong'} />
            <ReadAnswer
              kind={findProtocol(run.settings.protocol).answerKind(record.value.sample.fields)}
              answer={record.value}
            />
            <code className="answer-text">{record.value.response ?? '(none)'}</code>
            <a href={resultsHref(run.id, 'samples', { sample: String(index) })}>Open in this run</a>
          </p>
        </>
      )}
    </section>
  )
}
