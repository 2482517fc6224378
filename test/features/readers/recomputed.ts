/** `npm run statistics -- --readers FILE`: recomputes figures of readers from a file of cases (docs/readers.md). */
import { recomputedCases } from '../../../src/features/readers/engine/recomputed-cases.ts'

export const recomputed = { readers: recomputedCases }
