import { useMemo } from 'react'
import { estimate } from '../../engine/report.ts'
import { CubeMap } from '../charts/cube-map.tsx'
import { VoxelTable } from '../charts/voxel-table.tsx'
import { counted } from '../format.ts'
import { Accuracy } from '../parts/accuracy.tsx'
import { CurrentSample } from '../parts/current-sample.tsx'
import { EnvironmentFacts } from '../parts/environment.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { LoadProgress } from '../parts/load-progress.tsx'
import { Page } from '../parts/page.tsx'
import { RunControls } from '../parts/run-controls.tsx'
import { RunProgress } from '../parts/run-progress.tsx'
import { resultsHref } from '../router.ts'
import type { LiveRun } from '../state.ts'
import { useApp } from '../use-app.ts'

const phases: Readonly<Record<LiveRun['phase'], string>> = {
  loading: 'Loading the model',
  running: 'Running',
  pausing: 'Pausing after this question',
  paused: 'Paused',
  done: 'Done',
  failed: 'Stopped by an error',
}

export function RunView() {
  const { live } = useApp()
  if (!live) {
    return (
      <Page title="No run is going on">
        <p>
          <a href="#/">Set one up</a>, or continue one from <a href="#/runs">your results</a>.
        </p>
      </Page>
    )
  }
  return <LiveRunView live={live} />
}

function LiveRunView({ live }: { readonly live: LiveRun }) {
  const { run, phase, failed } = live
  return (
    <Page title={run.name} aside={<RunControls live={live} />}>
      <p className="phase" role="status" data-phase={phase}>
        {phases[phase]}
        {phase === 'done' && (
          <>
            {'. '}
            <a href={resultsHref(run.id)}>See the results</a>
          </>
        )}
      </p>
      {live.error && <ErrorBox error={live.error} />}
      <div className="run-grid">
        <section className="panel run-now" aria-label="Now">
          <RunProgress live={live} />
          {phase === 'loading' && <LoadProgress files={live.load} />}
          {live.current && <CurrentSample current={live.current} />}
        </section>
        <div className="run-side">
          <section className="panel" aria-label="So far">
            <Accuracy name="Accuracy so far" estimate={estimate(live.answered, live.correct, live.chance)} />
            {failed > 0 && (
              <p className="warning">
                <a href={resultsHref(run.id, 'samples', { verdict: 'failed' })}>
                  {counted(failed, 'question')} failed
                </a>{' '}
                and count as no answer.
              </p>
            )}
          </section>
          <section className="panel" aria-label="What runs where">
            <EnvironmentFacts run={run} />
          </section>
        </div>
      </div>
      <LiveCube live={live} />
    </Page>
  )
}

function LiveCube({ live }: { readonly live: LiveRun }) {
  const { voxels: counts, chance, run } = live
  const voxels = useMemo(
    () => counts.map(voxel => ({ ...voxel, ...estimate(voxel.n, voxel.correct, chance) })),
    [counts, chance],
  )
  if (voxels.length === 0) return null
  return (
    <section aria-labelledby="voxels">
      <h2 id="voxels">Voxels so far</h2>
      <CubeMap
        title="Accuracy so far, task by modality in each region"
        voxels={voxels}
        href={({ task, modality, parts }) => resultsHref(run.id, 'samples', { task, modality, parts })}
      />
      <VoxelTable voxels={voxels} />
    </section>
  )
}
