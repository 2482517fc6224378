import type { LiveRun } from './state.ts'

/** A run's stage, as users see it. Stopped differs from paused: nothing is loaded any more. */
type Stage = LiveRun['phase'] | 'stopped'

export const stageNames: Readonly<Record<Stage, string>> = {
  loading: 'Loading',
  running: 'Running',
  pausing: 'Pausing',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Done',
  failed: 'Stopped by an error',
}

/** The phase, but stopped where a paused run has been put away. */
export function findStage({ phase, run }: Pick<LiveRun, 'phase' | 'run'>): Stage {
  return phase === 'paused' && run.state === 'paused' ? 'stopped' : phase
}

/** Whether this page runs it, or has it ready. */
export function isBusy(live: Pick<LiveRun, 'phase' | 'run'>): boolean {
  const stage = findStage(live)
  return stage !== 'stopped' && stage !== 'done' && stage !== 'failed'
}
