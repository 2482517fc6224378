import { startTransition, useEffect, useRef, useState } from 'react'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'

export type Async<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly error: ErrorInfo }

/** Loads a value when `key` changes. An older key's load is aborted, and its late result dropped. */
export function useAsync<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Async<T> {
  const [state, setState] = useState<{ key: string; result: Async<T> } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for everything `load` reads
  useEffect(() => {
    const abort = new AbortController()
    // Rendered as a transition, so that keys and clicks do not wait for a large view.
    const settle = (result: Async<T>) => {
      if (!abort.signal.aborted) startTransition(() => setState({ key, result }))
    }
    load(abort.signal).then(
      value => settle({ status: 'ready', value }),
      thrown => settle({ status: 'failed', error: internalError(key, thrown) }),
    )
    return () => abort.abort()
  }, [key])
  return state?.key === key ? state.result : { status: 'loading' }
}

/** The last loaded value while the next one loads, so that focus and layout stay. */
export function useLast<T>(now: Async<T>): Async<T> {
  const last = useRef(now)
  if (now.status !== 'loading') last.current = now
  return last.current
}
