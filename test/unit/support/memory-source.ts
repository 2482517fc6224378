import type { FolderSource } from '../../../src/data/sources/source.ts'
import { VoxelwiseError } from '../../../src/engine/base/errors.ts'

/** A folder that is only a list of contents; anything but text and bytes is written as JSON. */
export function memorySource(name: string, contents: Readonly<Record<string, unknown>>): FolderSource {
  const files = new Map(
    Object.entries(contents).map(([path, content]) => [path, new Blob([blobPart(content)])]),
  )
  return {
    kind: 'files',
    name,
    async list() {
      return Array.from(files, ([path, { size }]) => ({ path, size }))
    },
    async open(path) {
      const file = files.get(path)
      if (file) return file
      const [message, remedy] = ['It does not exist.', 'Check the path.']
      throw new VoxelwiseError({ code: 'file-missing', subject: path, message, remedy })
    },
  }
}

function blobPart(content: unknown): BlobPart {
  if (typeof content === 'string') return content
  return content instanceof Uint8Array ? new Uint8Array(content) : JSON.stringify(content)
}
