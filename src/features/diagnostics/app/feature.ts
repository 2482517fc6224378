import type { AppFeature } from '../../../app/controller/app-feature.ts'
import { diagnosedRuns } from './diagnosed-runs.ts'
import { positiveAnswerCommands } from './positive-answer.ts'

export const diagnosticsApp = {
  commands: positiveAnswerCommands,
  comparedParts: [diagnosedRuns],
} satisfies AppFeature
