import type { CliFeature } from '../../../cli/evaluate/cli-feature.ts'
import { headerSamples } from './header-samples.ts'

export const headersCli: CliFeature = { sampleSources: [headerSamples] }
