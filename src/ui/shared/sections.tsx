/** A view as a list of sections, which the page and the saved report mount alike. */

import { ownValue } from '@voxelwise/python'
import { Fragment, type ReactNode } from 'react'

/** The choice in the address; null on paper, where everything is shown. */
export type ShownBy = URLSearchParams | null

/** A pure function of its facts: it has no state, and its choices are in the address. */
export interface Section<Facts> {
  readonly id: string
  /** Its heading; none if its contents have their own. */
  readonly name?: string
  /** Nothing if the facts have no data for it. */
  readonly body: (facts: Facts, chosen: ShownBy) => ReactNode
}

export interface View<Facts> {
  readonly id: string
  readonly name: string
  readonly sections: readonly Section<Facts>[]
}

/** A view of one section, under its name. */
export const oneSection = <Facts,>(id: string, name: string, body: Section<Facts>['body']): View<Facts> => ({
  ...{ id, name },
  sections: [{ id, body }],
})

type Values<Value> = readonly [Value, ...Value[]]

/** The address's choice of a parameter's values, else the first of them. */
export const chosenOne = <Value extends string>(
  query: URLSearchParams,
  parameter: string,
  values: Values<Value>,
): Value => values.find(one => one === query.get(parameter)) ?? values[0]

/** The same for a section; on paper all of the values. */
export const chosenValues = <Value extends string>(
  chosen: ShownBy,
  parameter: string,
  values: Values<Value>,
): readonly Value[] => (chosen === null ? values : [chosenOne(chosen, parameter, values)])

/** The sections of a view for which the facts have data. */
export const filledSections = <Facts,>({ sections }: View<Facts>, facts: Facts, chosen: ShownBy) =>
  sections.filter(({ body }) => body(facts, chosen))

interface Props<Facts> {
  readonly of: View<Facts>
  readonly facts: Facts
  readonly chosen?: ShownBy
  /** The page's own controls, above the contents of a section. */
  readonly controls?: Readonly<Record<string, ReactNode>>
}

/** A view's sections with their headings. */
export function Sections<Facts>({ of, facts, chosen = null, controls = {} }: Props<Facts>) {
  return of.sections.map(({ id, name, body }) => {
    const content = body(facts, chosen)
    if (!content) return null
    return name === undefined ? (
      <Fragment key={id}>
        {ownValue(controls, id)}
        {content}
      </Fragment>
    ) : (
      <section key={id} className="stack whole" aria-labelledby={id}>
        {/* Links of the page lead to it. */}
        <h3 id={id} tabIndex={chosen === null ? undefined : -1}>
          {name}
        </h3>
        {ownValue(controls, id)}
        {content}
      </section>
    )
  })
}
