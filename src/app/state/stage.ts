import type { LiveRun } from './state.ts'

/** Where a run stands, as people see it: stopped is not paused, for nothing is loaded any more. */
export type Stage = LiveRun['phase'] | 'stopped'

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
export function stageOf({ phase, run }: LiveRun): Stage {
  return phase === 'paused' && run.state === 'paused' ? 'stopped' : phase
}

/** Whether this page is at work on it, or holds it ready. */
export function isBusy(live: LiveRun): boolean {
  const stage = stageOf(live)
  return stage !== 'stopped' && stage !== 'done' && stage !== 'failed'
}
