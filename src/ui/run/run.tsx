import { memo, useDeferredValue, useMemo } from 'react'
import { secondsAfter } from '../../app/state/passes.ts'
import { findStage, isBusy, stageNames } from '../../app/state/stage.ts'
import type { FileProgress, LiveRun } from '../../app/state/state.ts'
import { isMuchCut } from '../../engine/analysis/cut-answers.ts'
import { manyRecords } from '../../engine/analysis/derived-rows.ts'
import { asPart, type VoxelEstimate } from '../../engine/analysis/report.ts'
import type { RunOverview } from '../../engine/analysis/run-overview.ts'
import { bareShare, type Estimate, withoutBaselines } from '../../engine/analysis/shares.ts'
import { isMostlyUnread } from '../../engine/analysis/unread.ts'
import { counted } from '../../engine/base/counted.ts'
import { duration } from '../../engine/base/duration.ts'
import { driftNote, hasDrifted } from '../../engine/model/drift.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { Accuracy, Figure } from '../charts/accuracy.tsx'
import { accuracyLook, unreadLook } from '../charts/cube-look.ts'
import { CubeMap } from '../charts/cube-map.tsx'
import { VoxelTable } from '../charts/voxel-table.tsx'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { ExactNote, FailedNote } from '../results/overview/whole.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { FileName } from '../shared/controls/file-name.tsx'
import { Page } from '../shared/controls/page.tsx'
import { AskAgainButton } from '../shared/run/ask-again.tsx'
import { EnvironmentFacts } from '../shared/run/environment.tsx'
import { SelectionNote } from '../shared/run/part-note.tsx'
import { UnreadNote } from '../shared/run/unread-note.tsx'
import { resultsHref, useRoute } from '../state/router.ts'
import { cutWords } from '../text/cut.ts'
import { expectedPrecisionWords, gainWords, liveGain, livePartWords } from '../text/estimates.ts'
import { bytes, count, rate } from '../text/format.ts'
import { CurrentSample } from './current-sample.tsx'
import { EventLog } from './event-log.tsx'
import { liveVoxels } from './live-voxels.ts'
import { KeepWarning, NotifyChoice, RunControls } from './run-controls.tsx'

/** The active run: progress, accuracy so far, the current question and the cube. */
export function RunView() {
  const live = useApp(state => state.live)
  if (!live) {
    return (
      <Page title="No active run">
        <p>Start or continue a run to watch it here.</p>
        <p className="actions">
          <a className="button primary" href="#/">
            Set up a run
          </a>
          <a className="button" href="#/runs">
            Open your results
          </a>
        </p>
      </Page>
    )
  }
  return <LiveRunView live={live} />
}

function LiveRunView({ live }: { readonly live: LiveRun }) {
  const { waiting, runs } = useApp(pick('waiting', 'runs'))
  const after = secondsAfter(live, waiting, runs ?? [])
  const { run } = live
  const stage = findStage(live)
  const finished = useFinished(run, stage === 'done')
  return (
    <Page title={run.name} aside={<RunControls live={live} />}>
      <p className="muted phase" role="status">
        {stageNames[stage]}
        {waiting.length > 0 && `. ${counted(waiting.length, 'probe')} to follow`}
        {after !== null && `, about ${duration(after)} left in total`}
      </p>
      <SelectionNote run={run} />
      {!run.judging && <UnreadNote run={run.id} unread={finished?.unread ?? { ...live, reply: null }} />}
      {live.error && <ErrorBox error={live.error} />}
      {run.dataset.source !== 'bundled' && <KeepWarning />}
      <div className="run-grid" data-busy={isBusy(live)}>
        <section className="panel run-now" aria-label="Now">
          <RunProgress live={live} />
          {stage === 'loading' && <LoadProgress files={live.load} />}
          {isBusy(live) && <NotifyChoice />}
          {isBusy(live) && live.current && <CurrentSample current={live.current} run={run} />}
        </section>
        <div className="run-side">
          <section className="panel" aria-label="So far">
            {run.judging ? (
              <Figure
                name="Replies with ratings"
                estimate={overallEstimate(live)}
                counted={`${count(live.correct)} of ${counted(live.answered, 'reply', 'replies')}`}
              />
            ) : (
              <LiveAccuracy live={live} isDone={stage === 'done'} finished={finished} />
            )}
            <LivePart live={live} />
            {finished && <ExactNote run={{ ...run, state: 'done' }} overview={finished} />}
            <FailedNote run={run.id} failed={live.failed} />
            <CutNote live={live} />
            <DriftNote run={live.run} />
          </section>
          <section className="panel" aria-label="Setup">
            <EnvironmentFacts run={run} />
          </section>
        </div>
      </div>
      <LiveCube
        counts={useDeferredValue(live.voxels)}
        planned={run.judging ? nothing : live.planned}
        run={run.id}
        isDone={stage === 'done'}
        isUnread={isMostlyUnread(live)}
        finished={finished?.voxels ?? null}
      />
      <EventLog events={live.events} />
    </Page>
  )
}

/** The figures of the results, which have intervals; null before the end, and of runs that take seconds to read. */
function useFinished(run: Run, isDone: boolean): RunOverview | null {
  const controller = useController()
  const isRead = isDone && !run.judging && run.total < manyRecords
  const overview = useAsync(`figures of ${run.id}, ${isRead}`, async () =>
    isRead ? (await controller.results(run.id)).overview : null,
  )
  return overview.status === 'ready' ? overview.value : null
}

/** A judge run has no cube. */
const nothing: LiveRun['planned'] = []

interface LiveCubeProps {
  readonly counts: LiveRun['voxels']
  readonly planned: LiveRun['planned']
  readonly run: string
  readonly isDone: boolean
  readonly isUnread: boolean
  readonly finished: RunOverview['voxels'] | null
}

/** The accuracy, without the guessing rate where most replies could not be read. */
function LiveAccuracy({ live, isDone, finished }: LiveAccuracyProps) {
  const estimate = finished?.overall ?? overallEstimate(live)
  const name = `Accuracy${isDone ? '' : ' so far'}`
  return isMostlyUnread(live) ? (
    <Accuracy name={`${name}, with unread replies as wrong`} estimate={withoutBaselines(estimate)} />
  ) : (
    <Accuracy name={name} estimate={estimate} />
  )
}

interface LiveAccuracyProps {
  readonly live: LiveRun
  readonly isDone: boolean
  readonly finished: RunOverview | null
}

/** The accuracy so far, as an estimate for the whole data set while questions are open. */
function overallEstimate({ answered, failed, correct, chance, majority, whole, similar }: LiveRun): Estimate {
  const figure = { ...bareShare(answered, correct, chance), ...(majority !== null && { majority }) }
  if (!whole || answered + failed >= whole.of) return figure
  return { ...asPart(figure, whole), ...(similar && { similar }) }
}

/** A warning where many answers reach the limit of new tokens; once the run is at rest, the way out. */
function CutNote({ live }: { readonly live: LiveRun }) {
  const { run, answered, cut } = live
  if (!isMuchCut(cut, answered)) return null
  return (
    <>
      <p className="warning">
        {cutWords({ answered, cut }, run.settings)}
        {isBusy(live) && ' You can ask them again with more tokens after the run.'}
      </p>
      {!isBusy(live) && <AskAgainButton run={run} />}
    </>
  )
}

/** A warning where answers on the graphics card differ from WASM's. */
function DriftNote({ run: { environment, settings } }: { readonly run: Run }) {
  const { drift } = environment
  if (!drift || !hasDrifted(drift, settings.dtype)) return null
  return <p className="warning">{driftNote(drift, settings.dtype)}.</p>
}

/** What the interval covers, and when it will reach the wanted widths. */
function LivePart({ live }: { readonly live: LiveRun }) {
  const { whole, answered, failed, expected, reached } = live
  if (!whole || answered === 0 || answered + failed >= whole.of) return null
  const gain = liveGain(live)
  return (
    <>
      {reached && <p role="status">{reached}</p>}
      <p className="muted">
        {livePartWords(whole)} {gain && gainWords(gain)}
      </p>
      {expected.length > 0 && isBusy(live) && <p className="muted">{expectedPrecisionWords(expected)}</p>}
    </>
  )
}

/** Re-renders only for new counts: a run reports progress ten times a second. */
const LiveCube = memo(function LiveCube({ counts, planned, run, isDone, isUnread, finished }: LiveCubeProps) {
  const voxels = useMemo(() => {
    if (finished) return finished
    return liveVoxels(counts, planned, isDone)
  }, [counts, planned, isDone, finished])
  const sort = useRoute().query.get('sort')
  if (planned.length === 0) return null
  const href = ({ task, modality, parts }: VoxelEstimate) =>
    resultsHref(run, 'samples', { task, modality, parts })
  return (
    <section aria-labelledby="voxels">
      <h2 id="voxels">{isDone ? 'Voxels' : 'Voxels so far'}</h2>
      {/* Without the count, which would re-render the cube ten times a second. */}
      <EstimateFrom value={isDone ? null : 'a part of the questions'}>
        <CubeMap
          title={`Accuracy${isDone ? '' : ' so far'}, task by modality in each region`}
          voxels={voxels}
          planned={planned}
          look={isUnread ? unreadLook : accuracyLook}
          href={href}
        />
        {voxels.length > 0 && <VoxelTable voxels={voxels} href={href} sort={sort} />}
      </EstimateFrom>
    </section>
  )
})

/** Progress of loading each model file. */
function LoadProgress({ files }: { readonly files: readonly FileProgress[] }) {
  return (
    <ul className="column load-files">
      {files.map(({ file, loaded, total, seconds }) => (
        <li key={file}>
          <FileName name={file} />
          <progress aria-label={file} value={total > 0 ? loaded : 0} max={Math.max(1, total)} />
          <span className="muted number">
            {bytes(loaded)} of {bytes(total)}, {duration(seconds)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Progress of a run: questions done, speed, time left. */
function RunProgress({ live }: { readonly live: LiveRun }) {
  const done = live.answered + live.failed
  return (
    <div className="lines">
      <p className="run-count">
        <strong>{count(done)}</strong> of {counted(live.total, 'question')}
        {live.phase === 'running' && live.rate !== null && live.secondsLeft !== null && (
          <span className="muted">
            {' '}
            <span className="keep">{rate(live.rate)},</span>{' '}
            <span className="keep">{duration(live.secondsLeft)} left</span>
          </span>
        )}
      </p>
      <progress aria-label="Questions done" value={done} max={Math.max(1, live.total)} />
      {live.activity && <p className="muted activity">{live.activity}</p>}
    </div>
  )
}
