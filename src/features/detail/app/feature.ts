import type { AppFeature } from '../../../app/controller/app-feature.ts'
import { reportedDetails } from './reported-details.ts'

export const detailApp = { reportParts: [reportedDetails] } satisfies AppFeature
