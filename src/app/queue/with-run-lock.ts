import { lockOf } from '../../data/store/locks.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'

/** Does something with a run under a lock that excludes other tabs. */
export async function withRunLock(run: Run, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockOf(run.id), { ifAvailable: true }, async lock => {
    if (lock) return work()
    throw new VoxelwiseError({
      code: 'run-locked',
      subject: run.name,
      message: 'This run is already active, here or in another tab.',
      remedy: 'Use that tab, or stop the run there first.',
    })
  })
}

/** The same with several runs. */
export function withRunLocks([run, ...others]: readonly Run[], work: () => Promise<void>): Promise<void> {
  return run ? withRunLock(run, () => withRunLocks(others, work)) : work()
}
