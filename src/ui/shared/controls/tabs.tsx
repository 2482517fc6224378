interface Props<Tab extends string> {
  /** The accessible name of the tabs. */
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly names: Readonly<Record<Tab, string>>
  readonly current: Tab
  readonly href: (tab: Tab) => string
}

/** The tabs of a view; each has its own address. */
export function Tabs<Tab extends string>({ label, tabs, names, current, href }: Props<Tab>) {
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
