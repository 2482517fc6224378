import { createContext } from 'react'
import type { AskedPart } from '../../engine/analysis/asked-part.ts'
import { count } from '../text/format.ts'

/**
 * What the figures below rest on, where that is a part of the questions: "312 of 1,560 questions". Charts and tables have
 * it in the files that they are saved as, which leave the page's own words behind. Null where all was asked.
 */
export const EstimateFrom = createContext<string | null>(null)

/** What a run has asked, for `EstimateFrom`. */
export function estimateFrom(part: Pick<AskedPart, 'asked' | 'of'> | null): string | null {
  return part && part.asked > 0 ? `${count(part.asked)} of ${count(part.of)} questions` : null
}
