import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { titlePlace } from '../../state/title.ts'

interface Props {
  readonly title: string
  /** Shown next to the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A view's frame: sets the tab's title, and focuses the heading after navigation. */
export function Page({ title, aside, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    titlePlace(title)
  }, [title])
  useLayoutEffect(() => {
    if (document.activeElement && document.activeElement !== document.body)
      heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="page">
      <div className="row page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </div>
      {children}
    </div>
  )
}

interface TabsProps {
  /** The accessible name of the tabs. */
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly name: string }[]
  /** The id of the open one. */
  readonly current: string
  readonly href: (id: string) => string
}

/** The tabs of a view; each has its own address. */
export function Tabs({ label, tabs, current, href }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ id, name }) => (
          <li key={id}>
            <a href={href(id)} aria-current={id === current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
