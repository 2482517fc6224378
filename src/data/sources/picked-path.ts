import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { nodeSource } from './node.ts'
import type { FolderSource } from './source.ts'
import { isPackedTableName, isTableName } from './table-files.ts'

/**
 * The folder that a path means, and how a data set is read from it. Of a file it is its folder with the file as the only table, as
 * its images may be next to it.
 */
export function pickedPath(path: string): { readonly folder: string; readonly source: FolderSource } {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return { folder: path, source: nodeSource(path) }
  const folder = dirname(resolve(path))
  return { folder, source: oneTable(nodeSource(folder), basename(path)) }
}

const isTable = (path: string): boolean => isTableName(path) || isPackedTableName(path)
const isArchive = /\.zip$/i

/**
 * A folder with one file as its only table; the images and archives next to it stay. For an archive, the tables in it.
 */
function oneTable(source: FolderSource, file: string): FolderSource {
  const isOther = isArchive.test(file) ? (path: string) => isTable(path) || isArchive.test(path) : isTable
  const isKept = (path: string): boolean => path === file || !isOther(path)
  return {
    ...source,
    list: async onProgress => (await source.list(onProgress)).filter(({ path }) => isKept(path)),
  }
}
