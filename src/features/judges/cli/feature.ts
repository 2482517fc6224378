import type { CliFeature } from '../../../cli/evaluate/cli-feature.ts'

export const judgesCli: CliFeature = { commands: { rubric: () => import('./rubric.ts') } }
