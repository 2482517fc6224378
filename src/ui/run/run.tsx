import { memo, useDeferredValue, useMemo } from 'react'
import { secondsAfter } from '../../app/state/passes.ts'
import { isBusy, stageNames, stageOf } from '../../app/state/stage.ts'
import type { LiveRun } from '../../app/state/state.ts'
import { asPart, type Estimate, estimate, type VoxelEstimate } from '../../engine/analysis/report.ts'
import { counted } from '../../engine/base/counted.ts'
import { Accuracy, Figure } from '../charts/accuracy.tsx'
import { CubeMap } from '../charts/cube-map.tsx'
import { VoxelTable } from '../charts/voxel-table.tsx'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { useApp } from '../hooks/use-app.ts'
import { FailedNote } from '../results/overview/whole.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Page } from '../shared/controls/page.tsx'
import { EnvironmentFacts } from '../shared/run/environment.tsx'
import { RacePanel } from '../shared/run/race-panel.tsx'
import { resultsHref } from '../state/router.ts'
import { expectedWords, gainWords, liveGain, livePartWords } from '../text/estimates.ts'
import { count, duration } from '../text/format.ts'
import { CurrentSample } from './current-sample.tsx'
import { EventLog } from './event-log.tsx'
import { KeepWarning } from './keep-warning.tsx'
import { LoadProgress } from './load-progress.tsx'
import { NotifyChoice } from './notify-choice.tsx'
import { RunControls } from './run-controls.tsx'
import { RunProgress } from './run-progress.tsx'

/** The run that goes on: how far, how right, what is asked, and the cube as it fills. */
export function RunView() {
  const { live } = useApp()
  if (!live) {
    return (
      <Page title="No run is going on">
        <p>A run can be watched here: the question in hand, the accuracy so far and the cube as it fills.</p>
        <p className="actions">
          <a className="button primary" href="#/">
            Set up a run
          </a>
          <a className="button" href="#/runs">
            Continue one from your results
          </a>
        </p>
      </Page>
    )
  }
  return <LiveRunView live={live} />
}

function LiveRunView({ live }: { readonly live: LiveRun }) {
  const { waiting, runs, race } = useApp()
  const after = secondsAfter(live, waiting, runs ?? [])
  const { run } = live
  const stage = stageOf(live)
  return (
    <Page title={run.name} aside={<RunControls live={live} />}>
      <p className="phase" role="status">
        {stage === 'stopped' && race !== null ? 'Next model' : stageNames[stage]}
        {waiting.length > 0 && `. ${counted(waiting.length, 'extra pass', 'extra passes')} to follow`}
        {after !== null && `, about ${duration(after)} to the end of all`}
      </p>
      {live.error && <ErrorBox error={live.error} />}
      {run.dataset.source !== 'bundled' && <KeepWarning />}
      {run.race && <RacePanel id={run.race.id} />}
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
                name="Replies read"
                estimate={overallOf(live)}
                counted={`${count(live.correct)} of ${counted(live.answered, 'reply', 'replies')} had ratings`}
              />
            ) : (
              <Accuracy name={stage === 'done' ? 'Accuracy' : 'Accuracy so far'} estimate={overallOf(live)} />
            )}
            <LivePart live={live} />
            <FailedNote run={run.id} failed={live.failed} />
          </section>
          <section className="panel" aria-label="What runs where">
            <EnvironmentFacts run={run} />
          </section>
        </div>
      </div>
      <LiveCube
        counts={useDeferredValue(live.voxels)}
        planned={run.judging ? nothing : live.planned}
        chance={live.chance}
        run={run.id}
        isDone={stage === 'done'}
      />
      <EventLog events={live.events} />
    </Page>
  )
}

/** A judge's replies fill no cube. */
const nothing: LiveRun['planned'] = []

interface LiveCubeProps {
  readonly counts: LiveRun['voxels']
  readonly planned: LiveRun['planned']
  readonly chance: number | null
  readonly run: string
  readonly isDone: boolean
}

/** With what is known of the whole benchmark while not all of it has been asked. */
function overallOf({ answered, failed, correct, chance, whole }: LiveRun): Estimate {
  const figure = estimate(answered, correct, chance)
  return whole && answered + failed < whole.of ? asPart(figure, whole) : figure
}

/** What the interval is about, and when it will be as narrow as was wished. */
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
      {expected.length > 0 && isBusy(live) && <p className="muted">{expectedWords(expected)}</p>}
    </>
  )
}

/** Drawn in pieces, and only for new counts: a run tells of its progress ten times a second. */
const LiveCube = memo(function LiveCube({ counts, planned, chance, run, isDone }: LiveCubeProps) {
  const voxels = useMemo(
    () =>
      counts.map(({ whole, ...voxel }) => {
        const figure = { ...voxel, ...estimate(voxel.n, voxel.correct, chance) }
        return whole && !isDone ? asPart(figure, whole) : figure
      }),
    [counts, chance, isDone],
  )
  if (planned.length === 0) return null
  const href = ({ task, modality, parts }: VoxelEstimate) =>
    resultsHref(run, 'samples', { task, modality, parts })
  return (
    <section aria-labelledby="voxels">
      <h2 id="voxels">{isDone ? 'Voxels' : 'Voxels so far'}</h2>
      {/* Not how many: that changes ten times a second, and the cube with it. */}
      <EstimateFrom value={isDone ? null : 'a part of the questions'}>
        <CubeMap
          title={`Accuracy${isDone ? '' : ' so far'}, task by modality in each region`}
          voxels={voxels}
          planned={planned}
          href={href}
        />
        {voxels.length > 0 && <VoxelTable voxels={voxels} href={href} />}
      </EstimateFrom>
    </section>
  )
})
