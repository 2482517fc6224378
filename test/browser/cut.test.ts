/** Answers that the token limit cuts: shown with the run, and asked again with one press. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RunFile } from '../../src/data/export/run-file.ts'
import { isCut } from '../../src/engine/protocol/record.ts'
import { expectThoughts, thinkingModel, thoughts } from '../unit/support/thoughts.ts'
import { choose, exportRun, openResults, openTab, pickFolder, reach, readyToRun } from './harness/drive.ts'
import { freshFolder, openPage } from './harness/page.ts'

test('a run with a limit of two tokens shows its cut answers, and one press corrects it in a run of its own', async () => {
  const { page, errors } = await openPage({ cores: 1 })
  await readyToRun(page)
  await pickFolder(page, 'model', talkativeModel())
  await choose(page, { limit: 40, maxNewTokens: 2, dtype: 'fp32' })
  await page.getByLabel('Full text').check()
  await (await readyToRun(page)).click()
  await reach(page, 'Done')
  const told = page.getByText(/^\d+ of 40 answers \([\d.]+%\) were cut at the limit of 2 new tokens\./)
  await told.waitFor()
  const before = await results(page)
  expect(before.cut.length).toBeGreaterThan(0)
  await expect.poll(() => told.textContent()).toMatch(new RegExp(`^${before.cut.length} of 40`))
  await page.getByText('Cut answers by slice').click()
  const table = page.getByRole('table', { name: 'Cut answers by task' })
  await table.getByRole('row').nth(1).waitFor()

  await page.getByRole('button', { name: 'Ask these again with more tokens' }).click()
  await page.locator('.phase').waitFor()
  await reach(page, 'Done')
  const after = await results(page)
  expect(after.cut).toEqual([])
  expect(after.run).toMatchObject({
    total: 40,
    settings: { maxNewTokens: 256 },
    again: { of: before.run.id, cut: before.cut.length },
  })
  // Only the cut answers are new.
  const uncut = (records: RunFile['records']) =>
    records.filter(({ sample }) => !before.cut.includes(sample.index)).map(({ run: _, ...rest }) => rest)
  expect(uncut(after.records)).toEqual(uncut(before.records))
  await page.getByText(`${before.cut.length} cut answers of an earlier run were asked again`).waitFor()
  await page.getByRole('link', { name: 'an earlier run' }).click()
  await told.waitFor()
  expect(errors).toEqual([])
})

test('a model with a thinking template thinks apart from its answer, and cut thoughts are counted', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage({ cores: 1 })
  await readyToRun(page)
  await pickFolder(page, 'model', resolve('test/golden/families/qwen3_5'))
  await choose(page, { limit: 6, maxNewTokens: 4, dtype: 'fp32' })
  await expect.poll(() => page.getByLabel('Think first').isChecked()).toBe(false)
  await page.getByLabel('Think first').check()
  await page.getByLabel('Think up to').fill('5')
  await (await readyToRun(page)).click()
  await reach(page, 'Done')
  await openResults(page)
  const { run, records } = await exportRun(page)
  expect(run.settings).toMatchObject({ thinking: 'on', thoughtTokens: 5 })
  for (const record of records)
    expect(record).toMatchObject({
      ...{
        status: 'answered',
        response: '',
        correct: false,
        parsed: '',
        unparsed: 'The model’s thought did not end, so there is no answer.',
      },
      score: { stop: 'max-new-tokens', thought: { tokens: 5, isOpen: true }, tokens: { generated: 0 } },
    })
  await openTab(page, 'Findings')
  await page
    .getByText(/^6 of 6 answers \(100\.0%\) were cut at the limit of 4 new tokens, or 5 of thought\./)
    .waitFor()
  await page.getByText('6 answers could not be parsed').waitFor()
  await openTab(page, 'Samples')
  await page.goto(`${page.url().split('#')[0]}#/runs/${run.id}/samples?sample=0`)
  const thought = page.getByText('Thought of 5 tokens, which did not end')
  await thought.click()
  expect(errors).toEqual([])
})

test('a checkpoint that thinks says what PyTorch says, thought and answer apart', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage({ cores: 1 })
  await readyToRun(page)
  await pickFolder(page, 'model', resolve(thinkingModel))
  const { limits, asked } = thoughts
  await choose(page, { limit: asked.length, maxNewTokens: limits.answer, dtype: 'fp32' })
  // Its template has no switch: it thinks unless it is kept from it.
  await expect.poll(() => page.getByLabel('Think first').isChecked()).toBe(true)
  await page.getByLabel('Think up to').fill(String(limits.thought))
  await page.getByLabel('Full text').check()
  await (await readyToRun(page)).click()
  await reach(page, 'Done')
  await openResults(page)
  expectThoughts((await exportRun(page)).records)
  expect(errors).toEqual([])
})

/** A tiny random model of which every fifth token ends an answer: after a few tokens, more or less. */
function talkativeModel(): string {
  const folder = join(freshFolder('talkative'), 'talkative')
  cpSync('test/golden/families/smolvlm', folder, { recursive: true })
  const file = join(folder, 'generation_config.json')
  const settings = JSON.parse(readFileSync(file, 'utf8'))
  const { text_config } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
  const ends = Array.from({ length: text_config.vocab_size }, (_, id) => id).filter(id => id % 5 === 0)
  writeFileSync(file, JSON.stringify({ ...settings, eos_token_id: ends }))
  return folder
}

/** Opens the results of the run that is done, and reads its file. */
async function results(page: Page) {
  await openResults(page)
  const { run, records } = await exportRun(page)
  await openTab(page, 'Findings')
  expect(records).toHaveLength(40)
  return { run, records, cut: records.filter(isCut).map(({ sample }) => sample.index) }
}
