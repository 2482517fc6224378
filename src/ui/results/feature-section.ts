import type { ComponentType } from 'react'
import type { ReportFacts, Results } from '../../app/controller/report-facts.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Section, View } from '../shared/sections.tsx'

/** The views that features add sections to, and the facts of each. */
export interface ViewFacts {
  readonly accuracy: Results
  readonly audit: Pick<ReportFacts, 'run' | 'probes'>
}

interface SectionIn<View extends keyof ViewFacts> {
  readonly view: View
  /** The id of the section before which it stands; null for the end. */
  readonly before: string | null
  readonly section: Section<ViewFacts[View]>
  /** The page's own choices, in the section. */
  readonly Controls?: ComponentType<{ readonly run: Run }>
  /** What the page shows at the end of the tab, even where the section has no data. */
  readonly Below?: ComponentType
}

/** A section that a feature adds to a view of a run, on the page and in the report. */
export type FeatureSection = { readonly [View in keyof ViewFacts]: SectionIn<View> }[keyof ViewFacts]

/** What a feature shows of one sample, on the page of its record. */
export interface SamplePanel {
  readonly id: string
  readonly Panel: ComponentType<{ readonly run: Run; readonly record: RunRecord }>
}

/** A view that a feature adds to the report of a run. */
export interface FeatureView {
  readonly view: View<ReportFacts>
  /** The id of the view before which it stands; null for the end. */
  readonly before: string | null
}
