import { createContext } from 'react'
import type { AskedPart } from '../../engine/analysis/asked-part.ts'
import { count } from '../text/format.ts'

/**
 * The questions behind the figures below, if not all were asked: "312 of 1,560 questions". Saved charts and tables include
 * it. Null if all were asked.
 */
export const EstimateFrom = createContext<string | null>(null)

/** The value of `EstimateFrom` for a run. */
export function estimateFrom(part: Pick<AskedPart, 'asked' | 'of' | 'isSelection'> | null): string | null {
  if (!part || part.asked === 0) return null
  return `${count(part.asked)} of ${count(part.of)} ${part.isSelection ? 'selected ' : ''}questions`
}
