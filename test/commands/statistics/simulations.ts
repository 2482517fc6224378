import { modulesFromFeatures } from '../../../build/from-features.ts'
import { equalModels } from './equal-models.ts'
import { meanOfTasks } from './mean-of-tasks.ts'
import { nullClaims } from './null-claims.ts'
import { oneLargeImage } from './one-large-image.ts'
import { shareCoverage } from './share-coverage.ts'
import { shortcutDifference } from './shortcut-difference.ts'
import type { Simulation } from './simulation.ts'
import { twoWayCoverage } from './two-way-coverage.ts'

const fromFeatures = await modulesFromFeatures<{ simulations: readonly Simulation[] }>('simulations.ts')

/** Every table: those of the core in the order of docs/statistics.md, then those of features. */
export const simulations: readonly Simulation[] = [
  shareCoverage,
  equalModels,
  nullClaims,
  meanOfTasks,
  twoWayCoverage,
  oneLargeImage,
  shortcutDifference,
  ...fromFeatures.flatMap(module => module.simulations),
]
