import { useState } from 'react'
import type { Restored } from '../../data/store/news.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { type Task, useTask } from '../hooks/use-task.ts'

export interface RestoreProps {
  readonly onProblem: (problem: ErrorInfo | null) => void
  readonly onRestored: () => void
}

export interface Restoring extends Pick<Task, 'busy' | 'run'> {
  /** Restores runs; only this can be cancelled. */
  restore(what: string, subject: string, from: RestoreFrom): Promise<void>
  /** Null while nothing is being restored. */
  readonly cancel: (() => void) | null
  /** The result of the last restore; null after another action. */
  readonly restored: Restored | null
}

type Work = Parameters<Task['run']>[2]
type RestoreFrom = (...args: Parameters<Work>) => Promise<Restored>

/** The tasks of a panel that restores runs, one at a time. */
export function useRestore({ onProblem, onRestored }: RestoreProps): Restoring {
  const task = useTask(onProblem)
  const [isRestoring, setRestoring] = useState(false)
  const [restored, setRestored] = useState<Restored | null>(null)
  const run = (what: string, subject: string, work: Work): Promise<void> => {
    setRestored(null)
    return task.run(what, subject, work)
  }
  const restore = (what: string, subject: string, from: RestoreFrom): Promise<void> =>
    run(what, subject, async (signal, report) => {
      setRestoring(true)
      try {
        setRestored(await from(signal, report))
      } finally {
        setRestoring(false)
        onRestored()
      }
    })
  return { busy: task.busy, run, restore, cancel: isRestoring ? task.cancel : null, restored }
}
