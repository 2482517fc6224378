/** What features find in the passes on the images of a run: one line each, by name. */
export { auditFinding } from '../features/audit/data/audit-finding.ts'
export { occlusionFinding } from '../features/occlusion/data/occlusion-finding.ts'
