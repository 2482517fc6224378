import type { ReactNode } from 'react'

/** What the Probes page holds, by the ids of the headings. */
export const probeSections = {
  'without-looking': 'Without looking',
  'option-order': 'Option order',
  'spoilt-images': 'Spoilt images',
  'add-passes': 'Add passes',
} as const
export type ProbeSectionId = keyof typeof probeSections

/** A section of the Probes page; its heading can be led to. */
export function ProbeSection({
  id,
  children,
}: {
  readonly id: ProbeSectionId
  readonly children: ReactNode
}) {
  return (
    <section className="probe-section" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {probeSections[id]}
      </h3>
      {children}
    </section>
  )
}
