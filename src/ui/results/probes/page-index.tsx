import { useEffect } from 'react'
import { hrefWith, useRoute } from '../../state/router.ts'

export interface Section {
  /** Of its heading, which takes the focus. */
  readonly id: string
  readonly name: string
}

interface Props {
  readonly sections: readonly Section[]
}

/** What a long page holds, each a link to it; the address keeps which was taken last. */
export function PageIndex({ sections }: Props) {
  const part = useRoute().query.get('part')
  const isThere = sections.some(({ id }) => id === part)
  useEffect(() => {
    if (part !== null && isThere) show(part)
  }, [part, isThere])
  return (
    <nav className="page-index" aria-label="On this page">
      <ul>
        {sections.map(({ id, name }) => (
          <li key={id}>
            {/* Followed again it changes no address, and yet must lead there. */}
            <a href={hrefWith({ part: id })} onClick={() => show(id)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function show(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
