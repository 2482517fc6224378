import type { SourceKind } from '../../engine/protocol/identity.ts'
import { DirectorySource } from './directory.ts'
import { FilesSource } from './files.ts'
import { ServedSource } from './served.ts'
import type { ChosenSource, FolderSource, SourceDescriptor } from './source.ts'

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
