import { openSource } from './descriptor.ts'
import type { SourceDescriptor } from './source.ts'

/** What a folder holds, by the names of its files. */
export type FolderKind = 'dataset' | 'model'

const table = /\.(tsv|csv|parquet|jsonl)$/i

/** null if the names show neither. @param paths of all files below the folder */
export function folderKind(paths: readonly string[]): FolderKind | null {
  const names = new Set(paths.map(path => path.slice(path.lastIndexOf('/') + 1)))
  const hasWeights = paths.some(path => path.endsWith('.onnx'))
  if (names.has('config.json') && (hasWeights || names.has('tokenizer.json'))) return 'model'
  return names.has('test.json') || paths.some(path => table.test(path)) ? 'dataset' : null
}

/** As `folderKind`, of a folder that was picked. */
export const kindOfFolder = async (descriptor: SourceDescriptor): Promise<FolderKind | null> =>
  folderKind((await openSource(descriptor).list()).map(({ path }) => path))
