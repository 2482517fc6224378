import { VoxelwiseError } from '../../engine/base/errors.ts'

/** @throws VoxelwiseError storage */
export function missing(id: string): never {
  throw new VoxelwiseError({
    code: 'storage',
    subject: id,
    message: 'This run is not in this browser.',
    remedy: 'You or the browser deleted it. Restore a backup, import its run.json, or choose another run.',
  })
}

export const inUse = (id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: id,
    message: 'This run is still being written.',
    remedy: 'Stop the run, here or in another tab, then delete it.',
  })

/** The browser deleted the page's data, and this thread has no copy from which to write the run again. */
export const deletedMeanwhile = (id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage-deleted',
    subject: id,
    message:
      'The browser deleted the data of this page while records were written. These records were not stored.',
    remedy: 'Import the file again, or start the run again.',
  })
