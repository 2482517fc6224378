import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { Paper, usePaper } from '../../hooks/paper.ts'
import { useRem } from '../../hooks/use-rem.ts'
import { type MeasureText, measureByTable, measureOnCanvas } from './text.ts'

export interface Room {
  readonly frame: RefObject<HTMLDivElement | null>
  /** Pixels of the page for each of the chart's own units, which follow the text size of the user. */
  readonly unit: number
  readonly width: number
  readonly measure: MeasureText
}

/** The room of a chart in its own units; on paper that of the page. */
export function useChartWidth(min: number, max: number): Room {
  const [frame, available] = useWidth<HTMLDivElement>()
  const unit = useRem()
  const width = useContext(Paper) ?? Math.max(min, available / unit)
  return { frame, unit, width: Math.min(width, max), measure: useMeasure() }
}

/** How wide texts are: on a screen as they are there, on paper for every font that it may be read in. */
export const useMeasure = (): MeasureText => (usePaper() ? measureByTable : measureOnCanvas)

/** The width of an element as it is laid out; 0 until it is. */
function useWidth<E extends HTMLElement>(): readonly [RefObject<E | null>, number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
