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
    message: `The browser had lost data. Restored from the second copy: ${counted(records, 'record')} of ${counted(runs, 'run')}.`,
    remedy: 'Nothing is missing. A run may ask for its folders again.',
  })

/** The browser deleted a run in progress. */
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

export const copyStopped = (folder: string, reason: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: folder,
    message: `Runs are no longer copied to this folder. ${reason}`,
    remedy: 'Check that the folder exists and has free space, then allow access under Storage.',
  })

/** Runs are stored, but the browser may delete them. */
export const secondCopyMissing = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: 'private files of the page',
    message: 'This window keeps no second copy of runs, and may delete them when it closes.',
    remedy: 'Use a normal window or another browser, or export run.json before closing it.',
  })

/** Chromium lets nobody write files under a name that it has deleted while they were open. */
export const secondCopyStopped = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: 'private files of the page',
    message: 'The browser no longer lets this page write the second copy of runs.',
    remedy: 'Runs continue without it. When they have ended, reload this page to write second copies again.',
  })
