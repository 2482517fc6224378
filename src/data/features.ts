/** What features bring to the reading of files: one line each. */
import { toolLogs } from '../features/logs/data/import.ts'
import { shardFiles } from '../features/shards/data/import.ts'
import type { ImportKind } from './formats/import-kind.ts'

/** Files besides run.json that become runs; the first kind that recognises them reads them. */
export const importKinds: readonly ImportKind[] = [toolLogs, shardFiles]
