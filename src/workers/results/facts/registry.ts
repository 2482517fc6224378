/** All figures of stored runs by name. A new one is one line here; views and reports ask for it by this name. */
import { featureFacts } from '../../seams.ts'
import type { DefinedFact, FactSource, Needs } from './fact.ts'
import { meet } from './fact.ts'
import { judgingsFact, probesFact } from './of-passes.ts'
import {
  accuracyFact,
  answerTextsFact,
  answerTimeFact,
  brokenLinksFact,
  columnFact,
  credibilityFact,
  everyRuleFact,
  wrongOptionsFact,
} from './of-rows.ts'
import { changedSamplesFact, comparisonFact, selectedFact, windowDependenceFact } from './of-runs.ts'

export const facts = {
  answerTexts: answerTextsFact,
  brokenLinks: brokenLinksFact,
  accuracy: accuracyFact,
  answerTime: answerTimeFact,
  column: columnFact,
  credibility: credibilityFact,
  everyRule: everyRuleFact,
  wrongOptions: wrongOptionsFact,
  comparison: comparisonFact,
  changedSamples: changedSamplesFact,
  windowDependence: windowDependenceFact,
  selected: selectedFact,
  probes: probesFact,
  judgings: judgingsFact,
  ...featureFacts,
}

export type FactName = keyof typeof facts
export type FactInput<Name extends FactName> = Parameters<(typeof facts)[Name]['of']>[1]
export type FactValue<Name extends FactName> = Awaited<ReturnType<(typeof facts)[Name]['of']>>

/** A figure as its declaration says, whichever it is. */
type AnyFact = DefinedFact<keyof Needs, never, object>

/** A figure, and the buffers that move with it. @throws DOMException AbortError where nobody waits any longer */
export async function computedFact(
  name: FactName,
  input: FactInput<FactName>,
  source: FactSource,
): Promise<{ readonly value: object; readonly transfers: ArrayBuffer[] }> {
  const fact = facts[name] as unknown as AnyFact
  const has = await meet[fact.needs](source, input as never)
  source.signal.throwIfAborted()
  const value = await fact.of(has, input as never, source)
  source.signal.throwIfAborted()
  return { value, transfers: fact.transfers?.(value as never) ?? [] }
}
