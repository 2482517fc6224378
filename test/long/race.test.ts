/** Three precisions of one model race: asked in stages about the same images, stopped and continued, each an ordinary run. */
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { card, choose, exportRun, openStep, pickFolder, readyToRun } from '../browser/harness/drive.ts'
import { copyModel, demoModel } from '../browser/harness/folders.ts'
import { openPage, removeFolder, temporaryFolder } from '../browser/harness/page.ts'
import { textsOf } from '../browser/harness/shown.ts'
import { script } from '../unit/support/command.ts'
import { parseRun } from '../unit/support/parse-run.ts'

const evaluate = script('evaluate')

/** One of the bundled benchmark's data sets: 20 images, 120 questions. */
function someOfTheDemo(): string {
  const folder = temporaryFolder('part-of-phantom-cube')
  onTestFinished(() => removeFolder(folder))
  cpSync('public/datasets/phantom-cube/PhantomBrainCT', join(folder, 'PhantomBrainCT'), { recursive: true })
  return folder
}

const openRaces = (page: Page) =>
  page.evaluate(() => {
    location.hash = '#/compare/races'
  })

test('a race of three precisions is stopped and continued, and ranks them', async () => {
  const { page, errors } = await openPage()
  const folder = someOfTheDemo()
  await pickFolder(page, 'dataset', folder)
  await choose(page, { maxNewTokens: 2 })
  await openRaces(page)
  const start = page.getByRole('button', { name: /^(Start the race|Race \d+ models)$/ })
  for (const dtype of ['fp32', 'q8', 'q4'] as const) {
    await page.getByLabel('Precision').selectOption(dtype)
    await expect.poll(() => start.isEnabled()).toBe(dtype === 'q4')
    await page.getByRole('button', { name: `Add phantom-vlm ${dtype}` }).click()
    await page.getByRole('button', { name: `Remove phantom-vlm ${dtype}` }).waitFor()
  }
  await start.click()
  const race = page.getByRole('region', { name: 'Race', exact: true })
  await race.getByText('3 of 3 models can still win.').waitFor()
  const rows = race.getByRole('table', { name: 'Models of the race' }).getByRole('row')
  // Each has answered the same first round.
  await expect
    .poll(async () => (await textsOf(rows)).slice(1).every(row => !row.includes('0 of 120')), {
      timeout: 60_000,
    })
    .toBe(true)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /^Stopped/ })
    .waitFor()
  await race.getByRole('link', { name: 'Race', exact: true }).click()
  await page.getByRole('heading', { name: 'Race of 3 models on' }).waitFor()
  const address = new URL(page.url()).hash

  // What was answered is there after the page is opened again; of the folder, picked file by file, only its name.
  await page.reload()
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await pickFolder(page, 'dataset', folder)
  await card(page, 'dataset').getByText('120').first().waitFor()
  await page.evaluate(hash => {
    location.hash = hash
  }, address)
  await page.getByText('3 of 3 models can still win.').waitFor()
  const before = await textsOf(page.getByRole('table', { name: 'Models of the race' }).getByRole('row'))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('.phase').waitFor()
  await race
    .getByRole('status')
    .filter({ hasText: /(is the best|are the best, with equal accuracy)/ })
    .waitFor({ timeout: 180_000 })
  for (const row of (await textsOf(rows)).slice(1))
    expect(row).toMatch(/Best|One of the best|Not the best|Out/)
  expect(before.slice(1).every(row => row.includes('In the race'))).toBe(true)
  const pairs = await textsOf(race.getByRole('table', { name: 'Pairwise comparison' }).getByRole('row'))
  expect(pairs).toHaveLength(4)
  for (const pair of pairs.slice(1)) expect(pair).toMatch(/surely|probably|not yet known|equally often/)

  // Each is an ordinary run, with what the race is told by.
  await rows.nth(1).getByRole('link').click()
  const { run, records, frame } = await exportRun(page)
  expect(run).toMatchObject({
    race: { models: 3, place: 0, risk: 0.05 },
    settings: { order: 'balanced', dtype: 'fp32' },
  })
  expect(frame?.cellOf).toHaveLength(120)
  expect(records.length).toBeGreaterThan(0)
  expect(errors).toEqual([])
}, 240_000)

test('models picked file by file are requested together after a reload, and stay available', async () => {
  const { page, errors } = await openPage()
  const parent = temporaryFolder('racing')
  onTestFinished(() => removeFolder(parent))
  const folder = someOfTheDemo()
  const dtypes = ['q8', 'fp32'] as const
  const models = dtypes.map(dtype => copyModel(parent, `vlm-in-${dtype}`, dtype))
  await pickFolder(page, 'dataset', folder)
  for (const [at, dtype] of dtypes.entries()) {
    const model = models[at] ?? ''
    await pickFolder(page, 'model', model)
    await card(page, 'model').getByText(basename(model)).first().waitFor()
    await choose(page, { dtype, maxNewTokens: 2 })
    await openRaces(page)
    await page.getByRole('button', { name: `Add ${basename(model)} ${dtype}` }).click()
    await page.getByRole('button', { name: `Remove ${basename(model)} ${dtype}` }).waitFor()
    if (at === 0) await page.getByRole('link', { name: 'Set up', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Race 2 models' }).click()
  await page.locator('.phase').filter({ hasText: 'Running' }).waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /^Stopped/ })
    .waitFor()
  await page.getByRole('link', { name: 'Race', exact: true }).click()
  const address = new URL(page.url()).hash

  await page.reload()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const notice = page.getByRole('region', { name: 'Notices' })
  const names = models.map(model => `the model “${basename(model)}”`)
  await notice
    .getByText(`Pick the data set “${basename(folder)}”, then ${names.join(', then ')} again`)
    .waitFor()
  // It leads to the steps, which offer it.
  await openStep(page, 'model')
  await card(page, 'model')
    .getByRole('button', { name: /^Pick .* again$/ })
    .waitFor()
  await pickFolder(page, 'dataset', folder)
  await card(page, 'dataset').getByText('120').first().waitFor()
  for (const model of models) {
    await pickFolder(page, 'model', model)
    await card(page, 'model').getByText(basename(model)).first().waitFor()
    await readyToRun(page)
  }
  await page.evaluate(hash => {
    location.hash = hash
  }, address)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /(is the best|are the best, with equal accuracy)/ })
    .waitFor({ timeout: 180_000 })
  expect(errors).toEqual([])
}, 240_000)

test('evaluate --race writes each model’s run and who is better; --until-decided takes an earlier run', async () => {
  const parent = temporaryFolder('race')
  onTestFinished(() => removeFolder(parent))
  const asked = ['--dataset', someOfTheDemo(), '--max-new-tokens', '2', '--device', 'wasm']
  const out = join(parent, 'race')
  const raced = await evaluate(
    ...asked,
    ...['--race', `${demoModel}@q8,demo@q4`, '--risk', '0.2', '--out', out],
  )
  expect(raced.stderr).toMatch(/phantom-vlm q(8|4) is the best|are the best/)
  expect(raced.code).toBe(0)
  expect(readdirSync(out).sort()).toEqual(['1-phantom-vlm-q8', '2-phantom-vlm-q4', 'load.json', 'race.json'])
  const told = JSON.parse(readFileSync(join(out, 'race.json'), 'utf8'))
  expect(told).toMatchObject({ risk: 0.2, questions: 120, is_over: true })
  expect(told.models).toHaveLength(2)
  expect(told.pairs).toHaveLength(1)

  const earlier = join(out, '1-phantom-vlm-q8', 'run.json')
  const isWhole = told.models[0].asked === 120
  const decided = await evaluate(
    ...asked,
    ...['--model', 'demo', '--dtype', 'q4', '--until-decided', earlier, '--out', join(parent, 'decided')],
  )
  if (!isWhole) {
    expect(decided.stderr).toContain('has asked')
    expect(decided.code).toBe(1)
    return
  }
  expect(decided.code).toBe(0)
  const { run, frame } = parseRun(readFileSync(join(parent, 'decided', 'run.json'), 'utf8'), 'run.json')
  expect(run.settings.until?.against).toBe(told.models[0].run)
  if (run.state === 'paused') expect(frame?.prior?.right).toHaveLength(120)
}, 240_000)
