import type { Page } from 'playwright-core'
import type { ImageFindings } from '../../engine/probes/feature-finding.ts'
import type { PassPart } from '../../engine/probes/open-pass.ts'
import type { DrawnRegion, Probe } from '../../engine/protocol/probe.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { CommandOption } from '../base/options.ts'

/** A run that reached its end, and what is known of it. */
interface EndedRun {
  readonly run: Run
  readonly records: readonly RunRecord[]
  /** Its passes, by the key of their probes. */
  readonly made: ReadonlyMap<string, Run>
  readonly drawn: readonly DrawnRegion[]
}

export interface PlannedPasses {
  readonly probes: readonly Probe[]
  /** The part of the questions that they ask. */
  readonly part: PassPart
  /** A sentence. */
  readonly words: string
}

/** Passes that `evaluate` makes when a run has ended, as a feature says. */
export interface FurtherPasses {
  /** A flag: whether they are wanted. */
  readonly option: CommandOption
  /** Null where nothing is missing. */
  plan(ended: EndedRun): PlannedPasses | null
  /** The same of a run in the page. */
  planInPage(page: Page, run: string): Promise<PlannedPasses | null>
  /** What a run and its passes show, in a sentence; null where they show nothing. */
  summary(findings: ImageFindings): string | null
}
