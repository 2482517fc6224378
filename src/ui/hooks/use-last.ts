import { useRef } from 'react'
import type { Async } from './use-async.ts'

/** What was loaded last, while the next is on its way: what has the focus stays, and nothing jumps. */
export function useLast<T>(now: Async<T>): Async<T> {
  const last = useRef(now)
  if (now.status !== 'loading') last.current = now
  return last.current
}
