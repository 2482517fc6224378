import type { StoreNews } from '../../data/store/news.ts'
import { counted } from '../../engine/base/counted.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'

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
      'Nothing is missing. Browsers delete data when the disk is full, or when site data is cleared. A run may ask for its folders again.',
  })

/** The browser deleted a run that goes on. */
export const lostAnswers = ({
  run,
  answers,
  lost,
}: Extract<StoreNews, { readonly type: 'lost' }>): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage-deleted',
    subject: run,
    message:
      lost === 0
        ? `The browser deleted the data of this page. All ${counted(answers, 'answer')} of this run are stored again.`
        : `The browser deleted the data of this page: ${lost} of ${counted(answers, 'answer')} of this run are lost.`,
    remedy:
      lost === 0
        ? 'The run continues. Copy runs to a folder under Storage to keep them safe.'
        : 'The run continues and asks these questions again. Copy runs to a folder under Storage to keep them safe.',
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
