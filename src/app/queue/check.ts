import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import type { WorkerPool } from '../run/worker-pool.ts'
import { checkImages, checkRun, expectDataset } from './check-run.ts'
import type { QueueDeps } from './queue-deps.ts'
import { expectWholeRace } from './race.ts'
import type { QueueRequest } from './requests.ts'

/**
 * Checks the held folders against the request.
 * @throws VoxelwiseError why it cannot be asked
 */
export async function check(deps: QueueDeps, request: QueueRequest, pool: WorkerPool | null): Promise<void> {
  if (request.kind === 'race') return expectWholeRace(deps, request)
  if (!pool) throw new Error('Nothing is held.')
  switch (request.kind) {
    case 'start': {
      const { model, settings, dataset } = request
      const problem = refusal(model, settings, dataset.imagesAtOnce)
      if (problem) throw new VoxelwiseError(problem)
      return expectDataset(pool, dataset)
    }
    case 'continue':
    case 'passes':
    case 'again':
      return checkRun(deps, request.run, pool)
    case 'judge': {
      const { judge, choice, run } = request
      const showsImages = pool.judging?.showsImages === true
      const images = showsImages ? await pool.folders.imagesAtOnce() : 0
      const problem = refusal(judge, choice, images)
      if (problem) throw new VoxelwiseError(problem)
      return showsImages ? checkImages(deps, run, pool) : undefined
    }
    case 'new race':
      return expectDataset(pool, request.dataset)
  }
}
