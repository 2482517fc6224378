/** What the page says of a model's folder before it loads anything heavy, and what it refuses. */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onnxFile } from '../unit/support/onnx-bytes.ts'
import {
  card,
  exportRun,
  openModelDrawer,
  openSettings,
  openStep,
  pickFolder,
  readyToRun,
  runToEnd,
} from './harness/drive.ts'
import { copyModel, demoModel } from './harness/folders.ts'
import { freshFolder, openPage } from './harness/page.ts'

const sessions = ['vision_encoder', 'embed_tokens', 'decoder_model_merged']

/** The Run button, and what stands in its way. */
async function blocked(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: /^Run / })
  await expect.poll(() => button.isDisabled()).toBe(true)
  return (await page.getByRole('main').textContent()) ?? ''
}

test('the bundled model is inspected with a few requests, and none for its weights', async () => {
  const { page, requests } = await openPage()
  await readyToRun(page)
  await openStep(page, 'model')
  const model = card(page, 'model')
  await expect.poll(() => model.textContent()).toMatch(/\d,\d{3},\d{3} parameters[\d,]+ tokens of context/)
  await expect.poll(() => model.textContent()).toMatch(/Familyidefics3Image\d+ tokens at any size/)
  await model.getByRole('row', { name: /fp32 .* usable/ }).waitFor()
  const asked = requests.filter(url => url.includes('/models/phantom-vlm/'))
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThanOrEqual(10)
  expect(asked.filter(url => url.endsWith('.onnx'))).toEqual([])
})

test('a shard that is missing is named, with the remedy', async () => {
  const { page } = await openPage()
  const folder = copyModel(freshFolder('shard'), 'sharded', 'q8')
  const external = { location: 'decoder_model_merged_quantized.onnx_data', length: 8 }
  writeFileSync(
    join(folder, 'onnx/decoder_model_merged_quantized.onnx'),
    onnxFile({ tensors: [{ name: 'w', dims: [2], external }] }),
  )
  await pickFolder(page, 'model', folder)
  const box = card(page, 'model').locator('.error-box')
  await box.waitFor()
  await expect.poll(() => box.locator('code').textContent()).toBe('model-file-missing')
  await expect
    .poll(() => box.locator('.error-subject').textContent())
    .toBe('sharded/onnx/decoder_model_merged_quantized.onnx_data')
  await expect.poll(() => box.textContent()).toContain('Put every data file that belongs to it')
  expect(await blocked(page)).toContain('This model cannot run')
})

test('a folder of Hugging Face’s cache with a snapshot of links is recognised', async () => {
  const { page } = await openPage()
  const cache = join(freshFolder('hub'), 'models--org--demo')
  const snapshot = join(cache, 'snapshots/0123456789abcdef0123456789abcdef01234567')
  mkdirSync(join(cache, 'blobs'), { recursive: true })
  mkdirSync(join(snapshot, 'onnx'), { recursive: true })
  for (const [at, path] of ['config.json', 'tokenizer.json', 'onnx/decoder_model_merged.onnx'].entries()) {
    copyFileSync(join(demoModel, path), join(cache, 'blobs', `b${at}`))
    symlinkSync(join(cache, 'blobs', `b${at}`), join(snapshot, path))
  }
  await pickFolder(page, 'model', cache)
  const box = card(page, 'model').locator('.error-box')
  await box.waitFor()
  await expect.poll(() => box.locator('code').textContent()).toBe('model-file-missing')
  await expect.poll(() => box.textContent()).toContain('Hugging Face cache folder contains links')
  await expect.poll(() => box.textContent()).toContain('hf download org/demo --local-dir')
})

test('known differences of a decoder from PyTorch are shown before it is asked', async () => {
  const { page } = await openPage()
  const folder = join(freshFolder('gemma'), 'gemma3')
  cpSync('test/golden/families/gemma3', folder, { recursive: true })
  // A decoder that is told nothing of which tokens are an image's, as published ones are.
  copyFileSync(
    'test/golden/families/llava/onnx/decoder_model_merged.onnx',
    join(folder, 'onnx/decoder_model_merged.onnx'),
  )
  await pickFolder(page, 'model', folder)
  const warning = card(page, 'model').locator('.warning')
  await warning.waitFor()
  await expect.poll(() => warning.textContent()).toMatch(/no input "token_type_ids".*differ from PyTorch’s/)
})

test('without a chat template the built-in one can be chosen, and the run records it', {
  tags: ['wide'],
}, async () => {
  const { page } = await openPage()
  const folder = copyModel(freshFolder('template'), 'untold', 'q8')
  for (const file of ['chat_template.jinja', 'chat_template.json']) rmSync(join(folder, file))
  const tokenizer = join(folder, 'tokenizer_config.json')
  const { chat_template: _, ...rest } = JSON.parse(readFileSync(tokenizer, 'utf8'))
  writeFileSync(tokenizer, JSON.stringify(rest))
  await pickFolder(page, 'model', folder)
  const model = card(page, 'model')
  await model.locator('.error-box').getByText('The model has no chat template').waitFor()
  expect(await blocked(page)).toContain('choose the built-in one')
  await page.getByLabel('Chat template').selectOption('fallback')
  await model.getByText('This model has no chat template').waitFor()
  await runToEnd(page, { device: 'wasm', limit: 1, maxNewTokens: 2 })
  const { run, records } = await exportRun(page)
  expect(run.settings.chatTemplate).toBe('fallback')
  expect(records[0]?.status).toBe('answered')
  // Another model is asked about afresh.
  await page.getByRole('link', { name: 'Voxelwise' }).first().click()
  await (await openModelDrawer(page)).getByRole('button', { name: 'Use the demo' }).click()
  await readyToRun(page)
  await expect.poll(() => page.getByLabel('Chat template').count()).toBe(0)
})

test('an unsupported family is refused by name', async () => {
  const { page } = await openPage()
  const folder = copyModel(freshFolder('family'), 'stranger', 'q8')
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, model_type: 'strangerformer' }))
  await pickFolder(page, 'model', folder)
  const box = card(page, 'model').locator('.error-box')
  await box.waitFor()
  await expect.poll(() => box.locator('code').textContent()).toBe('model-unsupported')
  await expect.poll(() => box.textContent()).toContain('strangerformer')
  await blocked(page)
})

test('16-bit weights on a card without 16-bit arithmetic: a clear choice', { tags: ['wide'] }, async () => {
  const { page } = await openPage({ gpu: 'software' })
  // SwiftShader may learn it some day: this browser then hides it, in the page and in its workers.
  const hasF16 = await page.evaluate(async () =>
    (await navigator.gpu.requestAdapter())?.features.has('shader-f16'),
  )
  expect(hasF16).toBe(false)
  const folder = copyModel(freshFolder('half'), 'half', 'q8')
  for (const session of sessions) {
    renameSync(join(folder, `onnx/${session}_quantized.onnx`), join(folder, `onnx/${session}_fp16.onnx`))
    copyFileSync(join(demoModel, `onnx/${session}_q4.onnx`), join(folder, `onnx/${session}_q4.onnx`))
  }
  await pickFolder(page, 'model', folder)
  await readyToRun(page)
  // A software adapter is no card to recommend, but it can be chosen.
  await openSettings(page)
  await page.getByLabel('Device', { exact: true }).selectOption('webgpu')
  const precision = page.getByLabel('Precision')
  await expect.poll(() => precision.inputValue()).toBe('q4')
  await expect.poll(() => precision.locator('option[value="fp16"]').isDisabled()).toBe(true)
  await openStep(page, 'model')
  await card(page, 'model')
    .getByRole('row', { name: /fp16 .* not usable/ })
    .waitFor()
  await expect.poll(() => card(page, 'model').textContent()).toContain('no 16-bit arithmetic (shader-f16)')
  await openSettings(page)
  await page.getByLabel('Device', { exact: true }).selectOption('wasm')
  await expect.poll(() => precision.locator('option[value="fp16"]').isDisabled()).toBe(false)
  await expect.poll(() => precision.inputValue()).toBe('fp16')

  // What somebody chose stays on another device, which says so and offers what works there.
  for (const session of sessions)
    copyFileSync(join(demoModel, `onnx/${session}.onnx`), join(folder, `onnx/${session}.onnx`))
  await pickFolder(page, 'model', folder)
  const run = await readyToRun(page)
  await openSettings(page)
  await page.waitForFunction(() => document.querySelector('option[value="fp32"]') !== null)
  await precision.selectOption('fp16')
  await page.getByLabel('Device', { exact: true }).selectOption('webgpu')
  await expect.poll(() => precision.inputValue()).toBe('fp16')
  await page.locator('.run-bar').getByText('fp16 cannot be used.').waitFor()
  await expect.poll(() => run.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Use fp32' }).click()
  await expect.poll(() => precision.inputValue()).toBe('fp32')
  await expect.poll(() => run.isDisabled()).toBe(false)
})
