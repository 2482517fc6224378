import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { FolderSource } from './source.ts'

/**
 * A folder in which some files have other names, and no file its own: names of files may name people.
 * @param files the path of each file, by its other name
 */
export function aliasedSource(
  source: FolderSource,
  name: string,
  files: ReadonlyMap<string, string>,
): FolderSource {
  const under = async <T>(alias: string, use: (path: string) => Promise<T>): Promise<T> => {
    const path = files.get(alias)
    if (path === undefined)
      throw new VoxelwiseError({
        code: 'file-missing',
        subject: alias,
        message: 'It does not exist.',
        remedy: 'Check the path.',
      })
    try {
      return await use(path)
    } catch (error) {
      // Its subject is the name that must not be shown, and so may its cause.
      throw error instanceof VoxelwiseError ? new VoxelwiseError({ ...error.info, subject: alias }) : error
    }
  }
  const { bytes, read, stamp, size } = source
  return {
    kind: source.kind,
    name,
    list: async () => [...files.keys()].map(path => ({ path, size: -1 })),
    open: alias => under(alias, path => source.open(path)),
    ...(bytes && { bytes: (alias, check) => under(alias, path => bytes.call(source, path, check)) }),
    ...(read && {
      read: (alias, start, end) => under(alias, path => read.call(source, path, start, end)),
    }),
    ...(stamp && { stamp: alias => under(alias, path => stamp.call(source, path)) }),
    ...(size && { size: alias => under(alias, path => size.call(source, path)) }),
  }
}
