import type { ReportFacts } from '../../app/controller/report-facts.ts'
import type { Citation } from './citations.tsx'

/** How a feature's figures are made: in the report's section Methods, its references, and in files for a paper. */
export interface FeatureMethods {
  /** What the figures are about: answers, or extra passes. */
  readonly about: 'answers' | 'passes'
  /** Sentences for a paper; null where the run has no such figure. */
  words(facts: ReportFacts): string | null
  /** What came of it, for a paper; null where that stands in tables only. */
  result(facts: ReportFacts): string | null
  citations(facts: ReportFacts): readonly Citation[]
}

/** The sentences of features on one matter. */
export const methodsAbout = (
  about: FeatureMethods['about'],
  methods: readonly FeatureMethods[],
  facts: ReportFacts,
): readonly string[] => methods.flatMap(method => (method.about === about ? (method.words(facts) ?? []) : []))
