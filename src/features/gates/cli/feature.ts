import type { CliFeature } from '../../../cli/evaluate/cli-feature.ts'
import { gatesCheck } from './score-gates.ts'

export const gatesCli: CliFeature = { scoreChecks: [gatesCheck] }
