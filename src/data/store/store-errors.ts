import { VoxelwiseError } from '../../engine/base/errors.ts'

/** @throws VoxelwiseError storage */
export function missing(id: string): never {
  throw new VoxelwiseError({
    code: 'storage',
    subject: id,
    message: 'There is no such run in this browser.',
    remedy:
      'It was deleted, or thrown away by the browser on a full disk; restore a backup, import its run.json, or choose another run.',
  })
}

export const inUse = (id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: id,
    message: 'A worker still writes to this run.',
    remedy: 'Stop the run, here or in another tab, and delete it then.',
  })

/** The browser deleted the page's data, and this thread does not hold what it would take to write the run again. */
export const deletedMeanwhile = (id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage-deleted',
    subject: id,
    message:
      'The browser deleted the data of this page while records were written. These records were not stored.',
    remedy: 'Import the file again, or start the run again.',
  })
