import { useRef, useState } from 'react'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'

/** A task that a view waits for. */
export interface Task {
  /** A text about the task in progress; null when idle. */
  readonly busy: string | null
  /**
   * @param work aborts on `signal` and calls `report` with its progress
   * @param subject of an unexpected error
   */
  run(
    what: string,
    subject: string,
    work: (signal: AbortSignal, report: (what: string) => void) => Promise<void>,
  ): Promise<void>
  /** Cancels the task without an error. */
  cancel(): void
}

/** One task at a time; it continues after the view has closed. */
export function useTask(onProblem: (problem: ErrorInfo | null) => void): Task {
  const [busy, setBusy] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  return {
    busy,
    run: async (what, subject, work) => {
      abort.current = new AbortController()
      const { signal } = abort.current
      onProblem(null)
      setBusy(what)
      try {
        await work(signal, progress => {
          // What was cancelled may still tell how far it is.
          if (!signal.aborted) setBusy(progress)
        })
      } catch (thrown) {
        if (!signal.aborted) onProblem(internalError(subject, thrown))
      } finally {
        setBusy(null)
      }
    },
    cancel: () => abort.current?.abort(),
  }
}

/** The same with its last problem. */
export function useOwnTask(): Task & { readonly problem: ErrorInfo | null } {
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  return { problem, ...useTask(setProblem) }
}
