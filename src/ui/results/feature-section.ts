import type { ComponentType } from 'react'
import type { Results } from '../../app/controller/report-facts.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Section } from '../shared/sections.tsx'

/** A section that a feature adds to a view of a run, on the page and in the report. */
export interface FeatureSection {
  /** The id of the view, and of its section before which it stands. */
  readonly view: string
  readonly before: string
  readonly section: Section<Results>
  /** The page's own choices, in the section. */
  readonly Controls?: ComponentType<{ readonly run: Run }>
  /** What the page shows at the end of the tab, even where the section has no data. */
  readonly Below?: ComponentType
}
