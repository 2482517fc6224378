import type { CliFeature } from '../../../cli/evaluate/cli-feature.ts'

export const logsCli: CliFeature = { commands: { convert: () => import('./convert.ts') } }
