import { useRef } from 'react'
import type { Async } from './use-async.ts'

/** The last loaded value while the next one loads, so that focus and layout stay. */
export function useLast<T>(now: Async<T>): Async<T> {
  const last = useRef(now)
  if (now.status !== 'loading') last.current = now
  return last.current
}
