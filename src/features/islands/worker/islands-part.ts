import type { ComparisonPart } from '../../../engine/analysis/comparison.ts'
import { islandsBy } from '../engine/island.ts'

/** The islands of the compared runs, by voxel and by the labels of every axis. */
export const islandsPart: ComparisonPart = { name: 'islands', of: islandsBy }
