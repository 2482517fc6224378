import { aurocCoverage } from './auroc-coverage.ts'
import { equalModels } from './equal-models.ts'
import { equalReaders } from './equal-readers.ts'
import { meanOfTasks } from './mean-of-tasks.ts'
import { nullAudits } from './null-audits.ts'
import { nullClaims } from './null-claims.ts'
import { oneLargeImage } from './one-large-image.ts'
import { plannedPower } from './planned-power.ts'
import { shareCoverage } from './share-coverage.ts'
import { shortcutDifference } from './shortcut-difference.ts'
import type { Simulation } from './simulation.ts'
import { twoWayCoverage } from './two-way-coverage.ts'

/** Every table, in the order of docs/statistics.md. */
export const simulations: readonly Simulation[] = [
  shareCoverage,
  equalModels,
  nullClaims,
  meanOfTasks,
  twoWayCoverage,
  oneLargeImage,
  shortcutDifference,
  nullAudits,
  equalReaders,
  aurocCoverage,
  plannedPower,
]
