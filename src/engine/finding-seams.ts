/**
 * What features find in the passes on the images of a run, in the order of files. It stands apart from `seams.ts`, because findings
 * import the registry of probes, which imports that.
 */
import * as findings from './finding-features.ts'
import type { FeatureFinding } from './probes/feature-finding.ts'

export const featureFindings: readonly FeatureFinding<object>[] = /* @__PURE__ */ Object.values(findings)
