import { useState } from 'react'
import type { Restored } from '../../data/store/news.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { type Task, useTask } from '../hooks/use-task.ts'

export interface RestoreProps {
  readonly onProblem: (problem: ErrorInfo | null) => void
  readonly onRestored: () => void
}

export interface Restoring extends Pick<Task, 'busy' | 'run'> {
  /** Takes runs in; only this can be cancelled. */
  restore(what: string, subject: string, from: RestoreFrom): Promise<void>
  /** Null while nothing is taken in. */
  readonly cancel: (() => void) | null
  /** What the last one brought; null once something else is done. */
  readonly restored: Restored | null
}

type Does = Parameters<Task['run']>[2]
export type RestoreFrom = (...told: Parameters<Does>) => Promise<Restored>

/** The tasks of a panel that can take runs in, one at a time. */
export function useRestore({ onProblem, onRestored }: RestoreProps): Restoring {
  const task = useTask(onProblem)
  const [isRestoring, setRestoring] = useState(false)
  const [restored, setRestored] = useState<Restored | null>(null)
  const run = (what: string, subject: string, does: Does): Promise<void> => {
    setRestored(null)
    return task.run(what, subject, does)
  }
  const restore = (what: string, subject: string, from: RestoreFrom): Promise<void> =>
    run(what, subject, async (signal, say) => {
      setRestoring(true)
      try {
        setRestored(await from(signal, say))
      } finally {
        setRestoring(false)
        onRestored()
      }
    })
  return { busy: task.busy, run, restore, cancel: isRestoring ? task.cancel : null, restored }
}
