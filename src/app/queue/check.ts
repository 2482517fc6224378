import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { folderChanged } from '../../workers/data/opened-role.ts'
import type { WorkerPool } from '../run/worker-pool.ts'
import { proxy } from '../threads/bridge.ts'
import type { QueueDeps } from './queue-deps.ts'
import type { QueueRequest } from './requests.ts'

/** Checks the held folders against the request. @throws VoxelwiseError why it cannot be asked */
export async function check(deps: QueueDeps, request: QueueRequest, pool: WorkerPool | null): Promise<void> {
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
  }
}

/** The fingerprints that a stored run names, and the images that its records are about. */
async function checkRun(deps: QueueDeps, run: Run, pool: WorkerPool): Promise<void> {
  const { model, settings, judging, parent } = run
  const { family, fingerprint } = model
  if ((await pool.folders.modelFingerprint(family, settings.dtype, fingerprint)) !== fingerprint)
    throw folderChanged(model.name)
  await testDevice(deps, run, pool)
  if (!judging) return checkImages(deps, run, pool)
  if (judging.showsImages && parent !== undefined)
    return checkImages(deps, await (await deps.store).run(parent), pool)
}

/** A run may be continued on another graphics card. @throws VoxelwiseError device-wrong */
async function testDevice({ deviceTests, store }: QueueDeps, run: Run, pool: WorkerPool): Promise<void> {
  const deviceTest = await deviceTests.expect(run, pool)
  if (!deviceTest || run.environment.deviceTest) return
  const withTest = (known: Run): Run => ({ ...known, environment: { ...known.environment, deviceTest } })
  await (await store).changeRun(run.id, withTest)
}

/** Further answers must be about the same images as the stored ones, also those of the probed run. */
async function checkImages(
  { app }: QueueDeps,
  { id, parent, dataset }: Run,
  pool: WorkerPool,
): Promise<void> {
  await expectDataset(pool, dataset)
  // Progress takes another port than the answer, and may come after it.
  let isOver = false
  const onProgress = (done: number, of: number): void => {
    if (!isOver) app.change({ imagesChecked: { run: id, done, of } })
  }
  try {
    await pool.folders.expectSameImages(parent === undefined ? [id] : [parent, id], proxy(onProgress))
  } finally {
    isOver = true
    app.change({ imagesChecked: null })
  }
}

/** @throws VoxelwiseError fingerprint-mismatch where another data set is held */
async function expectDataset(
  { folders }: WorkerPool,
  { name, fingerprint }: { readonly name: string; readonly fingerprint: string },
): Promise<void> {
  if ((await folders.datasetFingerprint()) !== fingerprint) throw folderChanged(name)
}
