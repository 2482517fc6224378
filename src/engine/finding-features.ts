/** What features find in the passes on the images of a run: one line each. */
import { occlusionFinding } from '../features/occlusion/engine/occlusion-finding.ts'
import type { FeatureFinding } from './probes/feature-finding.ts'

export const featureFindings: readonly FeatureFinding<object>[] = [occlusionFinding]
