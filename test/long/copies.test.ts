/** Several copies of a small model share the questions: they answer as one does, and go on without one that breaks. */
import type { Page, Worker } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunFile } from '../../src/data/export/run-file.ts'
import { scorings } from '../../src/engine/protocol/settings.ts'
import { choose, reach, startRun, waitForDone } from '../browser/harness/drive.ts'
import { answered, farthest, logprobs, runFile, verdicts } from '../browser/harness/headless-run.ts'
import { launchPage, openPage } from '../browser/harness/page.ts'
import { readStored } from '../browser/harness/stored.ts'

async function demoOn(
  cores: number,
  limit: number,
  settings: Parameters<typeof runFile>[2],
): Promise<RunFile> {
  const { page, close } = await launchPage({ path: 'headless.html', cores })
  await page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
  await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
  const file = await runFile(page, limit, settings)
  await close()
  return file
}

test.each(scorings)('copies of the model that share the questions of %s change no answer', async scoring => {
  const limit = 72
  const [alone, shared] = [await demoOn(1, limit, { scoring }), await demoOn(4, limit, { scoring })]
  expect(alone.run.environment).toMatchObject({ threads: 1 })
  expect(shared.run.environment).toMatchObject({ threads: 1, copies: 4 })
  expect(shared.records.map(({ sample }) => sample.index)).toEqual(Array.from({ length: limit }, (_, i) => i))
  expect(verdicts(answered(shared))).toEqual(verdicts(answered(alone)))
  expect(logprobs(answered(shared))).toHaveLength(logprobs(answered(alone)).length)
  expect(farthest(logprobs(answered(alone)), logprobs(answered(shared)))).toBeLessThan(1e-3)
})

describe('a run on two copies', () => {
  const choices = { limit: 240, maxNewTokens: 2 }
  let whole: RunFile
  beforeAll(async () => {
    whole = await demoOn(1, choices.limit, { maxNewTokens: choices.maxNewTokens })
  }, 180_000)

  const models = (page: Page): readonly Worker[] =>
    page.workers().filter(one => one.url().includes('/run.worker'))

  /** Every sample once, in order, answered as by one copy. */
  async function expectWhole(page: Page): Promise<void> {
    await reach(page, 'Done')
    const { runs, records } = await readStored(page)
    expect(runs.map(({ state }) => state)).toEqual(['done'])
    expect(records.map(({ sample, status }) => [sample.index, status])).toEqual(
      Array.from({ length: choices.limit }, (_, i) => [i, 'answered']),
    )
    const responses = (all: RunFile['records']) =>
      answered({ ...whole, records: all }).map(one => one.response)
    expect(responses(records)).toEqual(responses(whole.records))
  }

  test('continues when one of two copies of the model breaks', async () => {
    const { page } = await openPage({ cores: 2 })
    await startRun(page, choices)
    await waitForDone(page, 8)
    await page.getByRole('button', { name: 'Pause' }).click()
    await reach(page, 'Paused')
    // The first has answered; the other may still be loading.
    const fresh = page.waitForEvent('worker', {
      predicate: worker => worker.url().includes('/run.worker'),
      timeout: 90_000,
    })
    await models(page)[0]?.evaluate(() => {
      setTimeout(() => {
        throw new Error('A crash, on purpose.')
      })
    })
    await fresh
    await page.getByRole('button', { name: 'Resume' }).click()
    await expectWhole(page)
    const { runs } = await readStored(page)
    expect(runs[0]?.environment).toMatchObject({ threads: 1, copies: 2 })
  })

  test('continues with one copy of the model if another cannot be loaded', async () => {
    const { page, context } = await openPage({ cores: 2 })
    await choose(page, choices)
    let asked = 0
    await context.route('**/onnx/decoder_model_merged.onnx', route => {
      // For the fingerprint, for the first copy, for the second, which requests it again.
      asked++
      return asked >= 3 ? route.abort() : route.continue()
    })
    await startRun(page)
    await page.getByText('A copy of the model could not be loaded').waitFor()
    await expectWhole(page)
    expect(asked).toBeGreaterThanOrEqual(3)
    const { runs } = await readStored(page)
    expect(runs[0]?.environment).toMatchObject({ threads: 1, copies: 1 })
  })
})
