/** Tables of `npm run statistics`. */
import { nullAudits } from './simulations/null-audits.ts'

export const simulations = [nullAudits]
