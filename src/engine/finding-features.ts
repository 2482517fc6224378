/** What features find in the passes on the images of a run: one line each, by name. */
export { auditFinding } from '../features/audit/engine/audit-finding.ts'
export { occlusionFinding } from '../features/occlusion/engine/occlusion-finding.ts'
