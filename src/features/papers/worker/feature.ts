import type { WorkerFeature } from '../../../workers/results/worker-feature.ts'
import { papersPart } from './papers-part.ts'

export const papersWorker: WorkerFeature = { comparedRunPart: papersPart }
