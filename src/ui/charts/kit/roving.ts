import { type KeyboardEvent, useRef, useState } from 'react'

/** How far a key goes; the ends are reached from anywhere. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  Home: -Infinity,
  End: Infinity,
}

/**
 * A chart's marks as one stop of the Tab key; arrows move between them. Marks are found by `data-mark`, which
 * holds their position.
 */
export function useRoving(count: number) {
  const svg = useRef<SVGSVGElement>(null)
  const [reached, setReached] = useState(0)
  const [pointed, setPointed] = useState<number | null>(null)
  const entry = Math.min(reached, count - 1)
  const markProps = (at: number) => ({
    'data-mark': at,
    tabIndex: at === entry ? 0 : -1,
    onPointerEnter: () => setPointed(at),
    onPointerLeave: () => setPointed(null),
    onFocus: () => {
      setPointed(at)
      setReached(at)
    },
    onBlur: () => setPointed(null),
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (step === undefined) return
      event.preventDefault()
      const to = Math.min(count - 1, Math.max(0, at + step))
      svg.current?.querySelector<SVGElement>(`[data-mark="${to}"]`)?.focus()
    },
  })
  return { svg, pointed, markProps }
}
