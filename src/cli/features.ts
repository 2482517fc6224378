/** What features bring to the command line: one line each. Their code is loaded when it is called. */

import { gatesCheck } from '../features/gates/cli/score-gates.ts'
import { headerSamples } from '../features/headers/cli/header-samples.ts'

/** Commands of features, by name. */
export const featureCommands = {
  merge: () => import('../features/shards/cli/merge.ts'),
  convert: () => import('../features/logs/cli/convert.ts'),
}

/** Makes one of the parts into which `evaluate --shard` divides a run. */
export const shardMaker = {
  inPage: () => import('../features/shards/cli/run-in-page.ts'),
  native: () => import('../features/shards/cli/run-native.ts'),
}

/** Checks of the figures that `score` makes. */
export const scoreChecks = [gatesCheck] as const

/** Other samples that `samples` writes. */
export const sampleSources = [headerSamples] as const
