import { startTransition, useEffect, useState } from 'react'
import { type ErrorInfo, errorInfo } from '../../engine/base/errors.ts'

export type Async<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly error: ErrorInfo }

/** A thrown value as an error that can be shown; one without words of its own is about `subject`. */
export function unexpected(thrown: unknown, subject: string): ErrorInfo {
  return errorInfo(thrown, {
    code: 'storage',
    subject,
    message: 'This could not be read.',
    remedy: 'Reload the page; if it stays so, say what you did in an issue.',
  })
}

/** Loads something when `key` changes; what arrives late for an older key is dropped. */
export function useAsync<T>(key: string, load: () => Promise<T>): Async<T> {
  const [state, setState] = useState<{ key: string; result: Async<T> } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for everything `load` reads
  useEffect(() => {
    let current = true
    // What has come is drawn in slices: no key or click waits for a large view.
    const settle = (result: Async<T>) => {
      if (current) startTransition(() => setState({ key, result }))
    }
    load().then(
      value => settle({ status: 'ready', value }),
      thrown => settle({ status: 'failed', error: unexpected(thrown, key) }),
    )
    return () => {
      current = false
    }
  }, [key])
  return state?.key === key ? state.result : { status: 'loading' }
}
