import type { CliFeature } from '../../../cli/evaluate/cli-feature.ts'
import { auditPasses } from './audit-passes.ts'

export const auditCli: CliFeature = { furtherPasses: [auditPasses] }
