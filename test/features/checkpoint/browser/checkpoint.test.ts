/** A checkpoint's folder is run as it was published, alone and with a LoRA adapter, on the page and by `evaluate`. */
import { cpSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  card,
  exportRun,
  openStep,
  pickFolder,
  readyToRun,
  runToEnd,
} from '../../../browser/harness/drive.ts'
import { sharedFolder, writeFolder } from '../../../browser/harness/folders.ts'
import { freshFolder, openPage } from '../../../browser/harness/page.ts'
import { script } from '../../../unit/support/command.ts'
import { largeCheckpoint } from '../../../unit/support/large-checkpoint.ts'
import { readRunText } from '../../../unit/support/read-run.ts'
import { writeAdapter } from '../../../unit/support/safetensors.ts'

const checkpoint = join(sharedFolder('checkpoints'), 'llava-bf16')
const choices = { limit: 4, maxNewTokens: 3 }

test('from the folder to the results, and again with an adapter that is part of every figure', async () => {
  const { page, errors, origin } = await openPage()
  await readyToRun(page)
  await openStep(page, 'model')
  await pickFolder(page, 'model', checkpoint)
  const model = card(page, 'model')
  await model.getByRole('button', { name: 'Add a LoRA adapter' }).waitFor()
  const plainId = await runToEnd(page, { ...choices, dtype: 'fp32' })
  const plain = await exportRun(page)
  expect(plain.run.model).toMatchObject({ name: 'llava-bf16', family: 'llava' })
  expect(plain.run.model.adapter).toBeUndefined()

  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await openStep(page, 'model')
  const adapter = freshFolder('lung-adapter')
  writeAdapter(adapter)
  await page.getByTestId('adapter-folder-input').setInputFiles(adapter)
  await model.getByText('LoRA of rank 2 (alpha 64), trained on hospital/base').waitFor()
  const adaptedId = await runToEnd(page, { ...choices, dtype: 'fp32' })
  await page.getByText('LoRA of rank 2 (alpha 64), trained on hospital/base').first().waitFor()
  const adapted = await exportRun(page)
  expect(adapted.run.model.name).toBe(`llava-bf16 + ${basename(adapter)}`)
  expect(adapted.run.model.adapter).toEqual({ base: 'hospital/base', rank: 2, alpha: 64, changes: 2 })
  expect(adapted.run.model.fingerprint).not.toBe(plain.run.model.fingerprint)
  expect(adapted.run.model.weights).not.toBe(plain.run.model.weights)
  const answers = ({ records }: typeof plain) =>
    records.map(record => (record.status === 'answered' ? record.response : record.error.message))
  expect(answers(plain)).toHaveLength(4)
  expect(answers(adapted)).not.toEqual(answers(plain))

  const out = freshFolder('evaluated')
  const command = ['--dataset', 'demo', '--model', checkpoint, '--adapter', adapter, '--out', out]
  const { code } = await script('evaluate')(
    ...command,
    ...['--dtype', 'fp32', '--limit', '4', '--order', 'dataset', '--max-new-tokens', '3'],
  )
  expect(code).toBe(0)
  const evaluated = await readRunText(readFileSync(join(out, 'run.json'), 'utf8'))
  expect(answers(evaluated)).toEqual(answers(adapted))
  expect(evaluated.run.model.fingerprint).toBe(adapted.run.model.fingerprint)

  await page.goto(`${origin}/#/compare/differences?runs=${plainId},${adaptedId}`)
  await page.getByText(/llava; LoRA of rank 2/).waitFor()
  expect(errors).toEqual([])
})

test('a part of the weights that is cut is named, with the tensor', async () => {
  const folder = freshFolder('cut')
  cpSync(join(sharedFolder('checkpoints'), 'qwen2_vl-bf16-shards'), folder, { recursive: true })
  const part = join(folder, 'model-00003-of-00007.safetensors')
  truncateSync(part, statSync(part).size - 2)
  const { page, errors } = await openPage()
  await readyToRun(page)
  await openStep(page, 'model')
  await pickFolder(page, 'model', folder)
  await card(page, 'model')
    .getByText(/model-00003-of-00007\.safetensors: [\w.]+/)
    .first()
    .waitFor()
  expect(errors).toEqual([])
})

test('a checkpoint that is too large for WASM is refused by name before its weights are read', async () => {
  const { files, header, size } = largeCheckpoint(28)
  const folder = writeFolder(freshFolder('large'), Object.fromEntries(files))
  const weights = join(folder, 'model.safetensors')
  writeFileSync(weights, header)
  // As large as its header says, without a byte on the disk.
  truncateSync(weights, size)
  const { page, errors } = await openPage()
  await readyToRun(page)
  await openStep(page, 'model')
  await pickFolder(page, 'model', folder)
  await page
    .getByText(/Its weights are 12\.\d GB; WebAssembly can hold 4\.3 GB/)
    .first()
    .waitFor({ state: 'attached' })
  await openStep(page, 'run')
  const option = (dtype: string) => page.getByLabel('Precision').locator(`option[value=${dtype}]`)
  await expect.poll(() => option('fp32').isDisabled()).toBe(true)
  await expect.poll(() => option('q4').isDisabled()).toBe(false)
  expect(errors).toEqual([])
})
