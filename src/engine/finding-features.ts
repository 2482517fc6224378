/**
 * What features find in the passes on the images of a run: one line each, in the order of files. They import the registry of probes,
 * which imports `features.ts`.
 */
import { auditFinding } from '../features/audit/engine/audit-finding.ts'
import { occlusionFinding } from '../features/occlusion/engine/occlusion-finding.ts'
import type { FeatureFinding } from './probes/feature-finding.ts'

export const featureFindings: readonly FeatureFinding<object>[] = [auditFinding, occlusionFinding]
