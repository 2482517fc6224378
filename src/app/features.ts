/** What features add to the facts of a run's report: one line each. */
import { reportedFindings } from '../features/diagnostics/app/report-facts.ts'
import type { AskFact } from './threads/ask-fact.ts'

/** By feature; null where a run has none. */
export const factsOfFeatures = async (fact: AskFact, run: string) => ({
  diagnostics: await reportedFindings(fact, run),
})
export type FeatureReportFacts = Awaited<ReturnType<typeof factsOfFeatures>>
