import type { AppFeature } from '../../../app/controller/app-feature.ts'
import { diagnosedRuns } from './diagnosed-runs.ts'
import { positiveAnswerCommands } from './positive-answer.ts'
import { reportedFindings } from './reported-findings.ts'
import { reportedRepeats } from './reported-repeats.ts'

export const diagnosticsApp = {
  commands: positiveAnswerCommands,
  reportParts: [reportedFindings, reportedRepeats],
  comparedParts: [diagnosedRuns],
} satisfies AppFeature
