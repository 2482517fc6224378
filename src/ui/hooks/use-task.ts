import { useRef, useState } from 'react'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'

/** Something that a view waits for. */
export interface Task {
  /** What is being done, in words; null when nothing is. */
  readonly busy: string | null
  /**
   * @param does hears by `signal` that it is not wanted any more, and says by `say` how far it is
   * @param subject of an error that nobody foresaw
   */
  run(
    what: string,
    subject: string,
    does: (signal: AbortSignal, say: (what: string) => void) => Promise<void>,
  ): Promise<void>
  /** Ends it; nothing is told of that. */
  cancel(): void
}

/** One task at a time; it goes on when the view is gone. */
export function useTask(onProblem: (problem: ErrorInfo | null) => void): Task {
  const [busy, setBusy] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  return {
    busy,
    run: async (what, subject, does) => {
      abort.current = new AbortController()
      const { signal } = abort.current
      onProblem(null)
      setBusy(what)
      try {
        await does(signal, setBusy)
      } catch (thrown) {
        if (!signal.aborted) onProblem(internalError(subject, thrown))
      } finally {
        setBusy(null)
      }
    },
    cancel: () => abort.current?.abort(),
  }
}
