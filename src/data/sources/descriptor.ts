import type { SourceKind } from '../../engine/protocol/identity.ts'
import { DirectorySource } from './directory.ts'
import { FilesSource } from './files.ts'
import { ServedSource } from './served.ts'
import type { FolderSource } from './source.ts'

/** A folder as plain data that can be sent to a worker; handles can also be stored in IndexedDB. */
export type SourceDescriptor =
  | { readonly kind: 'bundled' | 'served'; readonly name: string; readonly base: string }
  | { readonly kind: 'directory'; readonly handle: FileSystemDirectoryHandle }
  | {
      readonly kind: 'files'
      readonly name: string
      readonly files: readonly { readonly path: string; readonly file: File }[]
    }

/** A model behind a server, which has no files: its id, and where our own server passes questions on. */
export interface ServerDescriptor {
  readonly kind: 'server'
  readonly name: string
  readonly base: string
}

export type ChosenSource = SourceDescriptor | ServerDescriptor

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
