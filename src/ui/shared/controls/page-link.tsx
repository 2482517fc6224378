import type { ReactNode } from 'react'
import { usePaper } from '../../hooks/paper.ts'

interface Props {
  readonly href: string
  readonly children: ReactNode
}

/** A link to another view of the page; on paper, which has no other views, its text. */
export function PageLink({ href, children }: Props) {
  return usePaper() ? children : <a href={href}>{children}</a>
}

/** How figures were computed, folded away; on paper, which has a section on methods, nothing. */
export function MethodsNote({ children }: { readonly children: ReactNode }) {
  if (usePaper()) return null
  return (
    <details className="methods-note">
      <summary>Methods</summary>
      <p className="prose muted">{children}</p>
    </details>
  )
}

/** Details that a report has on the screen and leaves out in print, where pages are few. */
export function NotPrinted({ unless, children }: { readonly unless: boolean; readonly children: ReactNode }) {
  return usePaper() && !unless ? <div className="not-printed">{children}</div> : children
}

/** What only a page can use, such as a link to another of its views. */
export const PageOnly = ({ children }: { readonly children: ReactNode }) => (usePaper() ? null : children)
