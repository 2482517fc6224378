import type { LiveRun } from '../state/state.ts'

/** Milliseconds between two renderings of a live run: the model's thread reports far more often. */
const millisecondsBetweenRenderings = 100

/** Shows a change of phase immediately, and everything else at most every tenth of a second. */
export function throttled(show: (live: LiveRun) => void): (live: LiveRun) => void {
  let phase: LiveRun['phase'] | null = null
  let latest: LiveRun | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  const showLatest = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (latest) show(latest)
  }
  return live => {
    latest = live
    if (phase !== live.phase) showLatest()
    else timer ??= setTimeout(showLatest, millisecondsBetweenRenderings)
    phase = live.phase
  }
}
