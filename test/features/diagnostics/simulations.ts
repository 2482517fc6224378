/** Tables of `npm run statistics`. */
import { aurocCoverage } from './simulations/auroc-coverage.ts'
import { plannedPower } from './simulations/planned-power.ts'

export const simulations = [aurocCoverage, plannedPower]
