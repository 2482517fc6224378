/** What features bring to the command line: one line each. Their code is loaded when it is called. */

import { auditPasses } from '../features/audit/cli/audit-passes.ts'
import { gatesCheck } from '../features/gates/cli/score-gates.ts'
import { headerSamples } from '../features/headers/cli/header-samples.ts'
import { onlyServedModel } from '../features/servers/cli/served-model.ts'
import { shardPart } from '../features/shards/cli/shard-part.ts'
import type { NameServedModel } from './evaluate/served-model.ts'

/** Names the model of a server that `evaluate` asks; null where nothing asks servers. */
export const servedModel: NameServedModel | null = onlyServedModel

/** Commands of features, by name. */
export const featureCommands = {
  rubric: () => import('../features/judges/cli/rubric.ts'),
  merge: () => import('../features/shards/cli/merge.ts'),
  convert: () => import('../features/logs/cli/convert.ts'),
}

/** Parts of a run that `evaluate` makes in place of the whole. */
export const runParts = [shardPart] as const

/** Passes that `evaluate` makes when a run has ended. */
export const furtherPasses = [auditPasses] as const

/** Checks of the figures that `score` makes. */
export const scoreChecks = [gatesCheck] as const

/** Other samples that `samples` writes. */
export const sampleSources = [headerSamples] as const
