import { type RefObject, useContext } from 'react'
import { Paper } from './paper.ts'
import { useRem } from './use-rem.ts'
import { useWidth } from './use-width.ts'

export interface Room {
  readonly frame: RefObject<HTMLDivElement | null>
  /** Pixels of the page for each of the chart's own units, which follow the text size of the user. */
  readonly unit: number
  readonly width: number
}

/** The room of a chart in its own units; on paper that of the page. */
export function useRoom(min: number, max: number): Room {
  const [frame, available] = useWidth<HTMLDivElement>()
  const unit = useRem()
  const width = useContext(Paper) ?? Math.max(min, available / unit)
  return { frame, unit, width: Math.min(width, max) }
}
