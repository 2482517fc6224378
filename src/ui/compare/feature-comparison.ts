import type { ReactNode } from 'react'
import type { LevelChoice } from '../../app/controller/levels.ts'
import type { Compared } from '../../app/controller/report-facts.ts'
import type { View } from '../shared/sections.tsx'

/** Without chosen runs, or where one of them cannot be read, there are still the published models. */
export interface PerhapsCompared {
  readonly compared: Compared | null
  readonly levels: LevelChoice
}

/** A view that a feature adds to the tab Papers and to the report of a comparison. */
export interface FeatureComparison {
  readonly view: View<PerhapsCompared>
  /** The page's own choices, by section. */
  controls(compared: Compared | null, query: URLSearchParams): Readonly<Record<string, ReactNode>>
  /** Whether a report has it behind those of other features. */
  readonly isPrintedLast: boolean
  /** How its figures are made: sentences for a paper; null where the view has no figure of its own. */
  readonly methods: string | null
}
