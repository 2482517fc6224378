import type { SourceKind } from '../../engine/protocol/identity.ts'
import { AdaptedSource } from './adapted.ts'
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
  switch (descriptor.kind) {
    case 'server':
      return descriptor
    case 'copy':
      return { name: descriptor.name, kind: 'directory' }
    default:
      return openSource(descriptor)
  }
}

/** Whether a descriptor holds lists of `File`s, which no database keeps. */
export function holdsFiles(descriptor: ChosenSource): boolean {
  if (descriptor.kind === 'adapted') return holdsFiles(descriptor.model) || holdsFiles(descriptor.adapter)
  return descriptor.kind === 'files' && descriptor.files.length > 0
}

/** The same with the names of its lists of `File`s only. */
export function withoutFiles<Source extends ChosenSource>(descriptor: Source): Source {
  if (descriptor.kind === 'files') return { ...descriptor, files: [] }
  if (descriptor.kind !== 'adapted') return descriptor
  return { ...descriptor, model: withoutFiles(descriptor.model), adapter: withoutFiles(descriptor.adapter) }
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
    case 'adapted':
      return new AdaptedSource(openSource(descriptor.model), openSource(descriptor.adapter))
    default:
      return new ServedSource(descriptor.kind, descriptor.name, descriptor.base)
  }
}
