import type { StoreNews } from '../data/store/news.ts'
import { counted } from '../engine/base/counted.ts'
import { VoxelwiseError } from '../engine/base/errors.ts'

/** The browser had lost runs, or records of some. */
export const restored = ({
  runs,
  records,
}: Extract<StoreNews, { readonly type: 'restored' }>): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage-restored',
    subject: 'IndexedDB',
    message: `The browser had lost records: ${counted(records, 'record')} of ${counted(runs, 'run')} were brought back from their second copy.`,
    remedy:
      'Nothing is missing. A full disk is the usual cause; a run that goes on may ask for its folders again.',
  })

/** @param reason in the browser's words */
export const copyStopped = (folder: string, reason: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: folder,
    message: `Runs are no longer copied to this folder. ${reason}`,
    remedy:
      'Nothing is lost here: see that the folder is there and has room, and allow it again under Storage.',
  })

/** Runs are kept, but only where the browser may throw them away. */
export const secondCopyMissing = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: 'private files of the page',
    message: 'This window keeps no second copy of runs, and may forget all of them when it closes.',
    remedy: 'Use a window that is not private or another browser, or export run.json before you close it.',
  })
