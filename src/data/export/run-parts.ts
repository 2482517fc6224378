import type { Frame } from '../../engine/protocol/frame.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { BadFile, Finding, Skipped } from '../../engine/protocol/sample.ts'

/** An extra pass over the samples of a run: a separate run, with its change. */
export interface RunPass {
  readonly run: Run
  readonly records: readonly RunRecord[]
}

export interface RunFile {
  readonly run: Run
  readonly records: readonly RunRecord[]
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  readonly badFiles: readonly BadFile[]
  /** The run's sampling frame; files of runs that asked all have none. */
  readonly frame?: Frame
  readonly passes: readonly RunPass[]
}
