import { ownValue } from '@voxelwise/python'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { usePaper } from '../../hooks/paper.ts'
import { ChartFrame } from './frame.tsx'

interface Mark {
  readonly key: string | number
  /** Its link; null if it only shows its figures. */
  readonly href: string | null
  /** Its figures in words. */
  readonly name: string
  /** What the line below the chart says of it, if not its name. */
  readonly readout?: ReactNode
  readonly shape: ReactNode
}

interface Props extends Pick<ComponentProps<typeof ChartFrame>, 'title' | 'file' | 'room' | 'height'> {
  readonly hint: string
  readonly marks: readonly Mark[]
  /** Class of the marks. */
  readonly className?: string
  /** Drawn below the marks, such as axes. */
  readonly behind?: ReactNode
  /** Drawn above the marks. */
  readonly children?: ReactNode
}

/** A chart whose marks can be pointed at, and reached with the arrow keys: all of them are one Tab stop. */
export function MarkedChart({ hint, marks, className = 'mark', behind, children, ...frame }: Props) {
  const { svg, pointed, markProps } = useRoving(marks.length)
  const shown = pointed === null ? undefined : marks[pointed]
  return (
    <ChartFrame {...frame} svg={svg} hint={hint} readout={shown && (shown.readout ?? shown.name)}>
      {behind}
      {marks.map((mark, at) => (
        <ChartMark key={mark.key} mark={mark} className={className} markProps={markProps(at)} />
      ))}
      {children}
    </ChartFrame>
  )
}

interface MarkProps {
  readonly mark: Mark
  readonly className: string
  readonly markProps: ReturnType<ReturnType<typeof useRoving>['markProps']>
}

/** On paper only a shape. */
function ChartMark({ mark: { href, name, shape }, className, markProps }: MarkProps) {
  if (usePaper()) return <g>{shape}</g>
  if (href !== null)
    return (
      <a href={href} className={className} aria-label={name} {...markProps}>
        {shape}
      </a>
    )
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a <g> is no control; arrows only read it
    <g role="img" className={className} aria-label={name} {...markProps}>
      {shape}
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

/** Marks are found by `data-mark`, which contains their position. */
function useRoving(count: number) {
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
      const step = ownValue(steps, event.key)
      if (step === undefined) return
      event.preventDefault()
      const to = Math.min(count - 1, Math.max(0, at + step))
      svg.current?.querySelector<SVGElement>(`[data-mark="${to}"]`)?.focus()
    },
  })
  return { svg, pointed, markProps }
}
