/** What features bring to what the page can do: one line each. */
import { reportedConfidence } from '../features/confidence/app/reported-confidence.ts'
import { reportedDetails } from '../features/detail/app/reported-details.ts'
import { diagnosedRuns } from '../features/diagnostics/app/diagnosed-runs.ts'
import { positiveAnswerCommands } from '../features/diagnostics/app/positive-answer.ts'
import { reportedFindings } from '../features/diagnostics/app/reported-findings.ts'
import { reportedRepeats } from '../features/diagnostics/app/reported-repeats.ts'
import { gateCommands, gatesOfRun } from '../features/gates/app/gates.ts'
import { comparedReaders } from '../features/readers/app/compared-readers.ts'
import { deskCommands } from '../features/readers/app/desk-commands.ts'
import { markCommands } from '../features/readers/app/mark-commands.ts'
import { reportedMarks } from '../features/readers/app/reported-marks.ts'
import { regionCommands } from '../features/regions/app/region-commands.ts'
import { serverCommands } from '../features/servers/app/server-commands.ts'
import { startServerWorker } from '../features/servers/app/start-server.ts'
import type { RunWorker } from '../workers/contracts/run.ts'
import type { WorkerHandle } from '../workers/shared/worker-handle.ts'
import type { ComparedPart, ReportPart, ResultPart } from './controller/result-part.ts'

/** Starts what asks a model server; null where nothing does. */
export const startServer: (() => WorkerHandle<RunWorker>) | null = startServerWorker

/** Commands of the page. */
export const addedCommands = {
  ...gateCommands,
  ...deskCommands,
  ...markCommands,
  ...positiveAnswerCommands,
  ...regionCommands,
  ...serverCommands,
}

/** What features add to the results of a run. */
export const resultParts: readonly ResultPart<unknown>[] = [gatesOfRun]

/** What features add to the report of a run. */
export const reportParts: readonly ReportPart<unknown>[] = [
  reportedConfidence,
  reportedFindings,
  reportedRepeats,
  reportedDetails,
  reportedMarks,
]

/** What features add to the report of a comparison. */
export const comparedParts: readonly ComparedPart<unknown>[] = [diagnosedRuns, comparedReaders]
