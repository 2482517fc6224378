import type { FolderSource } from './source.ts'

const isTable = /\.(?:tsv|csv|jsonl|ndjson|json|parquet)$/i
const isArchive = /\.zip$/i

/**
 * A folder as if one file were the only table in it: what lies beside are its images and archives. Of an archive it is the
 * tables in it.
 */
export function oneTable(source: FolderSource, file: string): FolderSource {
  const isOther = isArchive.test(file)
    ? (path: string) => isTable.test(path) || isArchive.test(path)
    : (path: string) => isTable.test(path)
  const isKept = (path: string): boolean => path === file || !isOther(path)
  return {
    ...source,
    list: async onProgress => (await source.list(onProgress)).filter(({ path }) => isKept(path)),
  }
}
