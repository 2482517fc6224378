import type { WorkerFeature } from '../../../workers/results/worker-feature.ts'
import { islandsPart } from './islands-part.ts'

export const islandsWorker: WorkerFeature = { comparisonPart: islandsPart }
