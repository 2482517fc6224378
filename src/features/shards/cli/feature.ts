import type { CliFeature } from '../../../cli/evaluate/cli-feature.ts'
import { shardPart } from './shard-part.ts'

export const shardsCli: CliFeature = {
  commands: { merge: () => import('./merge.ts') },
  runParts: [shardPart],
}
