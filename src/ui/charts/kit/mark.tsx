import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { usePaper } from '../../hooks/paper.ts'

interface Props {
  /** Its link; null if it only shows its figures. */
  readonly href: string | null
  /** Its figures in words. */
  readonly name: string
  readonly className: string
  readonly markProps: ReturnType<ReturnType<typeof useRoving>['markProps']>
  readonly children: ReactNode
}

/** What can be pointed at in a chart, and reached with the arrow keys; on paper only a shape. */
export function ChartMark({ href, name, className, markProps, children }: Props) {
  if (usePaper()) return <g>{children}</g>
  if (href !== null)
    return (
      <a href={href} className={className} aria-label={name} {...markProps}>
        {children}
      </a>
    )
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a <g> is no control; arrows only read it
    <g role="img" className={className} aria-label={name} {...markProps}>
      {children}
    </g>
  )
}

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
 * A chart's marks as one Tab stop; arrows move between them. Marks are found by `data-mark`, which contains their
 * position.
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
