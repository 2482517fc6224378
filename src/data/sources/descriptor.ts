import type { SourceKind } from '../../engine/protocol/identity.ts'
import { DirectorySource } from './directory.ts'
import { FilesSource } from './files.ts'
import { ServedSource } from './served.ts'
import type { ChosenSource, FolderSource, SourceDescriptor } from './source.ts'

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

/** The name and the kind of a source, before anything in it is read. */
export function sourceName(descriptor: ChosenSource): { readonly name: string; readonly kind: SourceKind } {
  return descriptor.kind === 'server' ? descriptor : openSource(descriptor)
}

/** @param paths as in `DirectorySource` */
export function openSource(
  descriptor: SourceDescriptor,
  paths?: ReadableStream<readonly string[]>,
): FolderSource {
  switch (descriptor.kind) {
    case 'directory':
      return new DirectorySource(descriptor.handle, paths)
    case 'files':
      return new FilesSource(descriptor.name, descriptor.files)
    default:
      return new ServedSource(descriptor.kind, descriptor.name, descriptor.base)
  }
}
