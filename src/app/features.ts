/** What features bring to what the page can do, and to its reports: one line each. */
import { reportedFindings } from '../features/diagnostics/app/report-facts.ts'
import { gateCommands, gatesOfRun } from '../features/gates/app/gates.ts'
import type { ResultPart } from './controller/result-part.ts'
import type { AskFact } from './threads/ask-fact.ts'

/** Commands of the page. */
export const featureCommands = { ...gateCommands }

/** What features add to the results of a run. */
export const resultParts: readonly ResultPart<unknown>[] = [gatesOfRun]

/** What features add to the facts of a run's report, by name; null where a run has none. */
export const factsOfFeatures = async (fact: AskFact, run: string) => ({
  diagnostics: await reportedFindings(fact, run),
})
export type FeatureReportFacts = Awaited<ReturnType<typeof factsOfFeatures>>
