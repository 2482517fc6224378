import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { nodeSource } from './node.ts'
import { oneTable } from './one-table.ts'
import type { FolderSource } from './source.ts'

/** The folder that a path means, and how a data set is read from it. */
export interface PickedPath {
  readonly folder: string
  readonly source: FolderSource
}

/** A folder; or a file as the only table of its folder, as its images may lie beside it. */
export function pickedPath(path: string): PickedPath {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return { folder: path, source: nodeSource(path) }
  const folder = dirname(resolve(path))
  return { folder, source: oneTable(nodeSource(folder), basename(path)) }
}
