/** Figures of stored runs that features show, by the name that views ask for: one line each. */
export { auditPlansFact as auditPlans } from '../features/audit/worker/plans-fact.ts'
export { chains } from '../features/chains/worker/chains-fact.ts'
export { confidenceFact as confidence } from '../features/confidence/worker/confidence-fact.ts'
export { byDetailFact as byDetail } from '../features/detail/worker/by-detail-fact.ts'
export * from '../features/diagnostics/worker/facts.ts'
export * from '../features/readers/worker/facts.ts'
