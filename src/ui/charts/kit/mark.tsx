import type { ReactNode } from 'react'
import { usePaper } from '../../hooks/paper.ts'
import type { useRoving } from './roving.ts'

interface Props {
  /** Where it leads; null where it only tells its figures. */
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
