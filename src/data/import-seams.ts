/**
 * Files besides run.json that become runs. They stand apart from `seams.ts`: otherwise a bundler would take what they load
 * late out of the threads that hold it at once.
 */
import { byRank } from '../engine/base/by-rank.ts'
import type { ImportKind } from './formats/import-kind.ts'
import * as imports from './import-features.ts'

/** The first kind that recognises the files reads them. */
export const importKinds: readonly ImportKind[] = byRank<ImportKind>(Object.values(imports))
