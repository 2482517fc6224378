/** Runs of the demo without a view, and what may not differ between two of them. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RunFile } from '../../../src/data/export/run-file.ts'
import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'
import type { RunSettings } from '../../../src/engine/protocol/settings.ts'
import { readRunText } from '../../unit/support/read-run.ts'

/** Runs the demo's first questions on the page's own controller, of headless.html. */
export async function runFile(page: Page, limit: number, settings: Partial<RunSettings>): Promise<RunFile> {
  await page.evaluate(change => globalThis.voxelwise.changeSettings({ device: 'wasm', ...change }), {
    order: 'dataset' as const,
    limit,
    reusePrefix: true,
    fullText: false,
    keepFeatures: false,
    ...settings,
  })
  await page.evaluate(() => globalThis.voxelwise.start())
  await page.waitForFunction(
    () =>
      globalThis.voxelwise.getState().notices.length > 0 ||
      ['done', 'failed'].includes(globalThis.voxelwise.getState().live?.phase ?? ''),
    undefined,
    { timeout: 200_000, polling: 100 },
  )
  const { live, notices } = await page.evaluate(() => globalThis.voxelwise.getState())
  expect(notices).toEqual([])
  expect(live?.error).toBeNull()
  const id = live?.run.id ?? ''
  const json = await page.evaluate(
    async wanted => (await globalThis.voxelwise.exportFile(wanted, 'run.json')).text(),
    id,
  )
  await page.waitForTimeout(200)
  await page.evaluate(wanted => globalThis.voxelwise.deleteRun(wanted), id)
  return readRunText(json)
}

/** Its records, of which none may have failed. */
export const answered = ({ records }: RunFile): readonly AnsweredRecord[] =>
  records.map(record => {
    if (record.status === 'failed') throw new Error(`Sample ${record.sample.index}: ${record.error.message}`)
    return record
  })

export const verdicts = (records: readonly AnsweredRecord[]) =>
  records.map(({ sample, parsed, correct }) => ({ index: sample.index, parsed, correct }))

export const logprobs = (records: readonly AnsweredRecord[]) =>
  records.flatMap(({ score }) => score?.choices?.map(({ logprob }) => logprob) ?? [])

/** The largest difference of two lists. */
export const farthest = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Number.NaN))), 0)
