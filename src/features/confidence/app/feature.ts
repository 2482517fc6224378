import type { AppFeature } from '../../../app/controller/app-feature.ts'
import { reportedConfidence } from './reported-confidence.ts'

export const confidenceApp = { reportParts: [reportedConfidence] } satisfies AppFeature
