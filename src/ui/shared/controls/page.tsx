import { type ReactNode, useEffect, useRef } from 'react'
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
  useEffect(() => {
    titlePlace(title)
  }, [title])
  useEffect(() => {
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

interface TabsProps<Tab extends string> {
  /** The accessible name of the tabs. */
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly names: Readonly<Record<Tab, string>>
  readonly current: Tab
  readonly href: (tab: Tab) => string
}

/** The tabs of a view; each has its own address. */
export function Tabs<Tab extends string>({ label, tabs, names, current, href }: TabsProps<Tab>) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map(tab => (
          <li key={tab}>
            <a href={href(tab)} aria-current={tab === current ? 'page' : undefined}>
              {names[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
