import type { ComponentType } from 'react'
import type { ReportFacts, Results } from '../../app/controller/report-facts.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Section, View } from '../shared/sections.tsx'

/** A section that a feature adds to those on accuracy, on the page and in the report. */
export interface FeatureSection {
  /** The id of the section before which it stands; null for the end. */
  readonly before: string | null
  readonly section: Section<Results>
  /** The page's own choices, in the section. */
  readonly Controls?: ComponentType<{ readonly run: Run }>
  /** What the page shows at the end of the tab, even where the section has no data. */
  readonly Below?: ComponentType
}

/** What the sections of the tab Probes show. */
export type ProbeFacts = Pick<ReportFacts, 'probes'>

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
