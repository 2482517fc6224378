import type { Rows } from '../../engine/analysis/run-overview.ts'
import type { AskFact } from '../threads/ask-fact.ts'
import type { AddedParts } from './report-facts.ts'
import type { Services } from './services.ts'

/** What a feature adds to the results of a run: made with them, and read by the feature's own views. */
export interface ResultPart<Value> {
  readonly name: string
  /** @param id of the stored run */
  of(services: Services, id: string, rows: Rows): Promise<Value>
}

/** What a feature adds to the report of a run alone. */
export interface ReportPart<Value> {
  readonly name: string
  of(fact: AskFact, run: string, rows: Rows['rows']): Promise<Value>
}

/** What a feature adds to the report of a comparison. */
export interface ComparedPart<Value> {
  readonly name: string
  /** @param runs the first is the baseline */
  of(fact: AskFact, runs: readonly string[]): Promise<Value>
}

/** The part that a feature has added; undefined where it has none. */
export const addedPart = <Value>(
  { name }: ResultPart<Value> | ReportPart<Value> | ComparedPart<Value>,
  { added }: { readonly added: AddedParts },
): Value | undefined => added.get(name) as Value | undefined
