/** A view as a list of sections, which the page and the saved report mount alike. */
import { Fragment, type ReactNode } from 'react'

/** What the address chooses; null on paper, where everything is shown. */
export type ShownBy = URLSearchParams | null

/** A pure function of its facts: it holds no state, and what it can be asked for stands in the address. */
export interface Section<Facts> {
  readonly id: string
  /** Its heading; none where what it holds has its own. */
  readonly name?: string
  /** Null where the facts hold nothing for it. */
  readonly body: (facts: Facts, chosen: ShownBy) => ReactNode
}

export interface View<Facts> {
  readonly id: string
  readonly name: string
  readonly sections: readonly Section<Facts>[]
}

type Values<Value> = readonly [Value, ...Value[]]

/** What the address chooses of a parameter's values, else the first of them. */
export const chosenOne = <Value extends string>(
  query: URLSearchParams,
  parameter: string,
  values: Values<Value>,
): Value => values.find(one => one === query.get(parameter)) ?? values[0]

/** The same for a section; on paper all of the values. */
export const chosenOf = <Value extends string>(
  chosen: ShownBy,
  parameter: string,
  values: Values<Value>,
): readonly Value[] => (chosen === null ? values : [chosenOne(chosen, parameter, values)])

interface Props<Facts> {
  readonly of: View<Facts>
  readonly facts: Facts
  readonly chosen?: ShownBy
  /** The page's own controls, above what a section holds. */
  readonly controls?: Readonly<Record<string, ReactNode>>
}

/** The sections of a view that its facts hold something for. */
export function Sections<Facts>({ of, facts, chosen = null, controls = {} }: Props<Facts>) {
  return of.sections.map(({ id, name, body }) => {
    const content = body(facts, chosen)
    if (content === null) return null
    return name === undefined ? (
      <Fragment key={id}>
        {controls[id]}
        {content}
      </Fragment>
    ) : (
      <section key={id} className="stack whole" aria-labelledby={id}>
        {/* Links of the page lead to it. */}
        <h3 id={id} tabIndex={chosen === null ? undefined : -1}>
          {name}
        </h3>
        {controls[id]}
        {content}
      </section>
    )
  })
}
