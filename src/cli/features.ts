/** What features give to the command line: one line each, by name. */
export { auditCli } from '../features/audit/cli/feature.ts'
export { gatesCli } from '../features/gates/cli/feature.ts'
export { headersCli } from '../features/headers/cli/feature.ts'
export { judgesCli } from '../features/judges/cli/feature.ts'
export { logsCli } from '../features/logs/cli/feature.ts'
export { serversCli } from '../features/servers/cli/feature.ts'
export { shardsCli } from '../features/shards/cli/feature.ts'
