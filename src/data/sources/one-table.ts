import type { FolderSource } from './source.ts'

const isTable = /\.(?:tsv|csv|jsonl|ndjson|json|parquet|arrow)$/i

/** A folder as if one file were the only table in it: what lies beside are its images and archives. */
export function oneTable(source: FolderSource, file: string): FolderSource {
  const isKept = (path: string): boolean => path === file || !isTable.test(path)
  return {
    ...source,
    list: async onProgress => (await source.list(onProgress)).filter(({ path }) => isKept(path)),
  }
}
