/** Choosing a model: a trial of the demo with its real model, and the commands of others. */
import { expect, test } from 'vitest'
import { accessibilityProblems } from './harness/axe.ts'
import { openModelDrawer, openStep, reach, readyToRun } from './harness/drive.ts'
import { layoutProblems } from './harness/layout.ts'
import { openPage } from './harness/page.ts'
import { shownTexts } from './harness/shown.ts'
import { readStored } from './harness/stored.ts'

test('a trial estimates the length of the run, and stores nothing; a run ends another trial', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  const panel = page.getByRole('region', { name: 'Run', exact: true })
  const start = panel.getByRole('button', { name: 'Test the speed (10 s)' })
  await start.focus()
  await page.keyboard.press('Enter')
  await panel.getByText(/^Asking phantom-vlm .* [1-9]\d* answers$/).waitFor({ timeout: 120_000 })
  await panel.locator('[data-trial=done]').waitFor({ timeout: 120_000 })
  const facts = await panel.locator('.trial-state').textContent()
  expect(facts).toMatch(/phantom-vlm \(fp32, WASM\) on phantom-cube/)
  expect(facts).toMatch(/Time per question[\d.]+ ms with 6 questions per image/)
  expect(facts).toMatch(/1,560 questionsabout [\dmins ]+ plus [\d.]+ m?s to load/)
  expect(facts).toMatch(/Memory≈ \d+ MB estimated/)
  const [, questions = '', images = ''] =
    /Measured([\d,]+) questions? on ([\d,]+) images?/.exec(facts ?? '') ?? []
  const readNumber = (text: string) => Number(text.replaceAll(',', ''))
  expect(readNumber(questions)).toBeGreaterThan(readNumber(images))
  // The demo is far too small to tell anything of the others.
  const drawer = await openModelDrawer(page)
  const row = drawer.getByRole('row', { name: /^SmolVLM 256M/ })
  await expect
    .poll(() => shownTexts(row.getByRole('cell')))
    .toEqual([
      ...['general use', 'fp32', '≈ 1.0 GB'],
      ...[expect.stringMatching(/^≈ [\d.]+ GB$/), '1,088', 'fits', 'Show the commands for SmolVLM 256M'],
    ])
  expect(await readStored(page)).toMatchObject({ runs: [] })
  expect(await accessibilityProblems(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await layoutProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Choose another model' }).and(page.locator(':focus')).waitFor()
  await openStep(page, 'run')

  await start.click()
  await panel.getByRole('button', { name: 'Stop the speed test' }).waitFor()
  await page.getByLabel('Limit to').fill('3')
  await (await readyToRun(page)).click()
  await reach(page, 'Done')
  expect((await readStored(page)).records).toHaveLength(3)
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await panel.locator('[data-trial=none]').waitFor({ state: 'attached' })
  expect(errors).toEqual([])
})

test('commands are given for the model and the weights that are chosen, and copied without permission', async () => {
  const { page } = await openPage()
  await readyToRun(page)
  const panel = await openModelDrawer(page)
  await panel.getByLabel('Precision').selectOption('q8')
  await panel.getByLabel('Commands for').selectOption('FastVLM 0.5B')
  const line =
    'hf download onnx-community/FastVLM-0.5B-ONNX --local-dir fastvlm-0.5b-onnx --include "onnx/*_quantized.onnx*"'
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    document.addEventListener('copy', () => {
      document.title = getSelection()?.toString() ?? ''
    })
  })
  await panel.getByRole('button', { name: `Copy ${line}` }).click()
  await panel.getByRole('button', { name: `Copied ${line}` }).waitFor()
  await expect.poll(() => page.title()).toBe(line)
  await panel.getByRole('button', { name: 'Show the commands for MedGemma 4B' }).click()
  await expect
    .poll(() => shownTexts(panel.locator('code')))
    .toEqual(['hf download google/medgemma-4b-it --local-dir medgemma-4b-it'])
  await expect.poll(() => panel.textContent()).toContain('licence')
})

test('the drawer closes by Escape and by a press outside, and not by one within', async () => {
  const { page } = await openPage()
  await readyToRun(page)
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 400)]) {
    const drawer = await openModelDrawer(page)
    await drawer.getByRole('heading', { name: 'Choose a model' }).click()
    await drawer.waitFor()
    await close()
    await drawer.waitFor({ state: 'detached' })
  }
})
