import { Fragment, type ReactNode } from 'react'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
  /** Qualifies the value. */
  readonly note?: ReactNode
}

/** Facts by name; null and false stand for one that is not to be shown. */
export function Facts({ facts }: { readonly facts: readonly (Fact | null | false)[] }) {
  return (
    <dl className="facts">
      {facts.map(
        fact =>
          fact && (
            <Fragment key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>
                {fact.value}
                {fact.note && ' '}
                {fact.note && <span className="muted">{fact.note}</span>}
              </dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
