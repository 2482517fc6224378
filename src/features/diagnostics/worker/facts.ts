export { diagnostics, findingDetail, findingDifferences } from './diagnostics-facts.ts'
export { repeatsFact as repeats } from './repeats-fact.ts'
