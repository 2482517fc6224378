/** What commands ask of features: null or nothing where none gives it. */
import type { CliFeature } from './evaluate/cli-feature.ts'
import * as given from './features.ts'

const features: readonly CliFeature[] = Object.values(given)

/** Names the model of a server that `evaluate` asks; null where nothing asks servers. */
export const servedModel = features.find(feature => feature.servedModel)?.servedModel ?? null

/** Commands of features, by name. */
export const featureCommands: NonNullable<CliFeature['commands']> = Object.assign(
  {},
  ...features.map(({ commands }) => commands),
)

/** Parts of a run that `evaluate` makes in place of the whole. */
export const runParts = features.flatMap(({ runParts = [] }) => runParts)

/** Passes that `evaluate` makes when a run has ended. */
export const furtherPasses = features.flatMap(({ furtherPasses = [] }) => furtherPasses)

/** Checks of the figures that `score` makes. */
export const scoreChecks = features.flatMap(({ scoreChecks = [] }) => scoreChecks)

/** Other samples that `samples` writes. */
export const sampleSources = features.flatMap(({ sampleSources = [] }) => sampleSources)
