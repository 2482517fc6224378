/** Pauses a run again and again: how soon it is paused, and whether what is shown is on disk. */
import { measureSpread } from '../../../bench/command/spread.ts'
import { done, reach, startRun, waitForDone } from '../../browser/harness/drive.ts'
import { readStored } from '../../browser/harness/stored.ts'
import { Random } from '../../unit/support/random.ts'
import { removeFolder, temporaryFolder } from '../folders.ts'
import { pickModel, visit } from '../visit.ts'
import type { DiskFigures } from './figures.ts'

/** Milliseconds from an answer to Pause, at most: a picture may be encoded in them. */
const life = 4000

/** @throws Error where an answer is shown that is not stored */
export async function measurePauses(origin: string, model: string, pauses: number): Promise<DiskFigures> {
  const profile = temporaryFolder('profile')
  const { context, page } = await visit(origin, profile)
  const random = new Random(1)
  const latencies: number[] = []
  let [shown, stored] = [0, 0]
  try {
    await pickModel(page, model)
    // More questions than are asked meanwhile.
    await startRun(page, { limit: 1560, maxNewTokens: 2, dtype: 'fp32' })
    for (let known = 0; latencies.length < pauses; ) {
      await waitForDone(page, known + 1)
      await page.waitForTimeout(random.below(life))
      const pressed = performance.now()
      await page.getByRole('button', { name: 'Pause' }).click()
      await reach(page, 'Paused')
      latencies.push(performance.now() - pressed)
      known = await done(page)
      const onDisk = (await readStored(page)).records.length
      if (onDisk < known) throw new Error(`${known} answers were shown, and ${onDisk} are stored.`)
      shown = known
      stored = onDisk
      await page.getByRole('button', { name: 'Resume' }).click()
      await reach(page, 'Running')
    }
  } finally {
    await context.close()
    removeFolder(profile)
  }
  return { pauses, shown, stored, latency: measureSpread(latencies) }
}
