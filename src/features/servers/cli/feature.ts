import type { CliFeature } from '../../../cli/evaluate/cli-feature.ts'
import { onlyServedModel } from './served-model.ts'

export const serversCli: CliFeature = { servedModel: onlyServedModel }
