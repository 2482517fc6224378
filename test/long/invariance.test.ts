/** What only saves time must change no answer: prefix reuse, early stop, kept image features. */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnsweredRecord } from '../../src/engine/protocol/record.ts'
import type { RunSettings } from '../../src/engine/protocol/settings.ts'
import { answered, farthest, logprobs, runFile, verdicts } from '../browser/harness/headless-run.ts'
import { launchPage } from '../browser/harness/page.ts'

/** The questions of six images. */
const samples = 36

async function run(page: Page, settings: Partial<RunSettings>): Promise<readonly AnsweredRecord[]> {
  const records = answered(await runFile(page, samples, settings))
  expect(records).toHaveLength(samples)
  return records
}

/** How many images went through the encoder. */
const encoded = (records: readonly AnsweredRecord[]): number =>
  records.filter(({ score }) => (score?.timings.encode ?? 0) > 0).length

describe.each(['generate', 'choices'] as const)('%s', scoring => {
  let page: Page
  let plain: readonly AnsweredRecord[]

  beforeAll(async () => {
    const opened = await launchPage({ path: 'headless.html' })
    page = opened.page
    await page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
    await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
    // Nothing saved: every prompt whole, every answer to its end, every image through the encoder.
    plain = await run(page, { scoring, reusePrefix: false, fullText: true })
    return () => opened.close()
  }, 120_000)

  function expectSame(records: readonly AnsweredRecord[]): void {
    expect(verdicts(records)).toEqual(verdicts(plain))
    const values = logprobs(records)
    expect(values).toHaveLength(logprobs(plain).length)
    if (scoring === 'choices') expect(values.length).toBeGreaterThan(2 * samples)
    expect(farthest(logprobs(plain), values)).toBeLessThan(1e-3)
  }

  test('a prefix computed once changes no answer', async () => {
    const records = await run(page, { scoring, fullText: true })
    expect(plain.every(({ score }) => score?.tokens.reused === 0)).toBe(true)
    expect(records.some(({ score }) => (score?.tokens.reused ?? 0) > 0)).toBe(true)
    expectSame(records)
  })

  test.runIf(scoring === 'generate')(
    'an answer that stops early has the verdict of the complete one',
    async () => {
      const records = await run(page, { scoring, reusePrefix: false })
      expectSame(records)
      records.forEach(({ response }, i) => {
        expect(plain[i]?.response).toSatisfy((whole: string) => whole.startsWith(response ?? ''))
      })
    },
  )

  test('image features stored by an earlier run change no answer', async () => {
    await page.evaluate(() => globalThis.voxelwise.clearKeptFeatures())
    const first = await run(page, { scoring, reusePrefix: false, fullText: true, keepFeatures: true })
    const second = await run(page, { scoring, reusePrefix: false, fullText: true, keepFeatures: true })
    expectSame(first)
    expectSame(second)
    expect(encoded(first)).toBeGreaterThan(0)
    expect(encoded(second)).toBe(0)
  })

  test.runIf(scoring === 'generate')(
    'stored features are not cleared during a run that writes them',
    async () => {
      // Long enough to be paused.
      const long = 240
      await page.evaluate(async limit => {
        await globalThis.voxelwise.clearKeptFeatures()
        globalThis.voxelwise.changeSettings({
          device: 'wasm',
          scoring: 'generate',
          order: 'dataset',
          limit,
          keepFeatures: true,
        })
        await globalThis.voxelwise.start()
      }, long)
      const answered = (n: number) =>
        page.waitForFunction(least => (globalThis.voxelwise.getState().live?.answered ?? 0) >= least, n)
      await answered(5)
      await page.evaluate(() => globalThis.voxelwise.pause())
      await page.waitForFunction(() => globalThis.voxelwise.getState().live?.phase === 'paused')
      await page.evaluate(() => globalThis.voxelwise.clearKeptFeatures())
      const notices = await page.evaluate(() => globalThis.voxelwise.getState().notices)
      expect(notices.map(({ error }) => error.message)).toEqual([
        'A run is using some of the image features.',
      ])
      await page.evaluate(id => globalThis.voxelwise.dismiss(id), notices[0]?.id ?? 0)
      await page.evaluate(() => globalThis.voxelwise.resume())
      await answered(long)
      await page.waitForFunction(() => globalThis.voxelwise.getState().live?.phase === 'done')
      expect(await page.evaluate(() => globalThis.voxelwise.keptFeatures())).toBeGreaterThan(0)
      await page.evaluate(() => globalThis.voxelwise.clearKeptFeatures())
      expect(await page.evaluate(() => globalThis.voxelwise.keptFeatures())).toBe(0)
    },
  )

  test('all that saves time together changes no answer', async () => {
    const settings = { scoring, keepFeatures: true }
    await run(page, settings)
    expectSame(await run(page, settings))
  })
})
