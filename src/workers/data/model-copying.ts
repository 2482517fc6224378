import { removeCopy, writeCopy } from '../../data/store/model-copies.ts'
import type { DataWorker } from '../contracts/data.ts'
import type { ModelRole } from './model-role.ts'

/** Writes, opens and deletes private copies of models. @param images of one question to the model */
export function modelCopying(
  { model, judge }: Readonly<Record<'model' | 'judge', ModelRole>>,
  images: () => number,
): Pick<DataWorker, 'openCopy' | 'copyModel' | 'stopCopying' | 'removeCopy'> {
  let copying: AbortController | null = null
  return {
    openCopy: (role, number, { id, name }, limits) =>
      role === 'model'
        ? model.openCopy(number, id, name, limits, images)
        : judge.openCopy(number, id, name, limits, () => 1),
    async copyModel(opening, family, dtype, onBytes) {
      copying?.abort()
      copying = new AbortController()
      const { signal } = copying
      return writeCopy(await model.copyOrder(opening, family, dtype), onBytes, signal)
    },
    stopCopying: () => copying?.abort(),
    removeCopy,
  }
}
