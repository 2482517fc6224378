/** What one answer takes of memory comes back with later ones. */
import { expect, test } from 'vitest'
import { card, pickFolder, reach, readyToRun, startRun, waitForDone } from '../browser/harness/drive.ts'
import { rendererMemory } from '../browser/harness/kill.ts'
import { freshFolder, openPage } from '../browser/harness/page.ts'
import { slowModel } from '../browser/harness/slow-model.ts'

test('memory stays flat over many questions', async () => {
  const profile = freshFolder('profile')
  const { page } = await openPage({ cores: 1, profile })
  await readyToRun(page)
  const model = slowModel(freshFolder('slow'), 'steady', { decoder: 1, encoder: 4 })
  await pickFolder(page, 'model', model)
  await card(page, 'model').getByText('steady').waitFor()
  const limit = 400
  await startRun(page, { limit, maxNewTokens: 2 })
  await waitForDone(page, 100)
  const early = rendererMemory(profile)
  let most = early
  // What one answer leaves behind comes back with three hundred.
  for (const questions of [150, 200, 250, 300, 350, limit - 5]) {
    await waitForDone(page, questions)
    most = Math.max(most, rendererMemory(profile))
  }
  expect(early).toBeGreaterThan(50e6)
  expect(most - early).toBeLessThan(100e6)
  await reach(page, 'Done')
})
