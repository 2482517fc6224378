import type { Run } from '../../engine/protocol/run.ts'
import { folderChanged } from '../../workers/data/opened-role.ts'
import type { WorkerPool } from '../run/worker-pool.ts'
import { proxy } from '../threads/bridge.ts'
import type { QueueDeps } from './queue-deps.ts'

/** The fingerprints that a stored run names, and the images that its records are about. */
export async function checkRun(deps: QueueDeps, run: Run, pool: WorkerPool): Promise<void> {
  const { model, settings, judging, parent } = run
  if ((await pool.folders.modelFingerprint(model.family, settings.dtype)) !== model.fingerprint)
    throw folderChanged(model.name)
  if (!judging) return checkImages(deps, run, pool)
  if (judging.showsImages && parent !== undefined)
    return checkImages(deps, await (await deps.store).run(parent), pool)
}

/**
 * Further answers must be about the same images as the stored ones, also those of the probed run. Reports progress:
 * checking 160,000 images takes a minute.
 */
export async function checkImages(
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
export async function expectDataset(
  { folders }: WorkerPool,
  { name, fingerprint }: { readonly name: string; readonly fingerprint: string },
): Promise<void> {
  if ((await folders.datasetFingerprint()) !== fingerprint) throw folderChanged(name)
}
