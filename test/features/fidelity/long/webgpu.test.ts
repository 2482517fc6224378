/**
 * The model on WebGPU: on the software adapter, which every machine has and which is slow.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { openSuite } from '../../../../src/features/fidelity/cli/suite.ts'
import { exportRun, pickFolder, reach, runToEnd, startRun } from '../../../browser/harness/drive.ts'
import { sharedFolder } from '../../../browser/harness/folders.ts'
import { freshFolder, openPage } from '../../../browser/harness/page.ts'
import { thirdPartyFolder } from '../../../browser/harness/third-party.ts'

test('WebGPU answers as WASM does, and is shown at work', { timeout: 300_000 }, async () => {
  const { page, errors } = await openPage({ gpu: 'software' })
  await pickFolder(page, 'model', resolve('test/golden/families/smolvlm'))
  const choices = { limit: 2, maxNewTokens: 2, dtype: 'fp32' } as const
  await startRun(page, { ...choices, device: 'webgpu' })
  await expect.poll(() => page.getByRole('banner').textContent()).toContain('on WebGPU')
  await reach(page, 'Done', 240_000)
  const facts = await page.getByRole('region', { name: 'Setup' }).textContent()
  await page.getByRole('link', { name: 'See the results' }).click()
  const onGpu = await exportRun(page)
  expect(onGpu.run.settings.device).toBe('webgpu')
  expect(onGpu.run.environment.adapter).toBeTruthy()
  expect(facts).toContain(onGpu.run.environment.adapter)

  await runToEnd(page, { ...choices, device: 'wasm' })
  const onCpu = await exportRun(page)
  expect(onCpu.run.environment.adapter).toBeNull()
  const said = ({ records }: typeof onCpu) =>
    records.map(record => (record.status === 'answered' ? [record.response, record.parsed] : record.error))
  expect(said(onGpu)).toEqual(said(onCpu))
  expect(errors).toEqual([])
})

/** The shared checkpoint of LLaVA as one of Qwen3, which norms queries and keys: heads of 16, with random norms. */
function normedHeads(): string {
  const folder = join(freshFolder('normed'), 'llava-qwen3')
  cpSync(join(sharedFolder('checkpoints'), 'llava-bf16'), folder, { recursive: true })
  const settings = join(folder, 'config.json')
  const config = JSON.parse(readFileSync(settings, 'utf8'))
  const heads = { num_attention_heads: 2, num_key_value_heads: 1, head_dim: 16 }
  config.text_config = { ...config.text_config, ...heads, model_type: 'qwen3' }
  writeFileSync(settings, JSON.stringify(config))
  const file = join(folder, 'model.safetensors')
  const bytes = readFileSync(file)
  const end = 8 + Number(bytes.readBigUInt64LE(0))
  const header = JSON.parse(bytes.subarray(8, end).toString())
  const norms = Object.keys(header)
    .filter(name => /language_model.*[qk]_proj\.weight$/.test(name))
    .map(name => name.replace('_proj', '_norm'))
  expect(norms).toHaveLength(2 * config.text_config.num_hidden_layers)
  for (const [i, name] of norms.entries()) {
    const at = bytes.length - end + 64 * i
    header[name] = { dtype: 'F32', shape: [16], data_offsets: [at, at + 64] }
  }
  const values = Float32Array.from({ length: 16 * norms.length }, (_, i) => 1 + Math.sin(i) / 2)
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  writeFileSync(file, Buffer.concat([length, text, bytes.subarray(end), Buffer.from(values.buffer)]))
  return folder
}

test('a checkpoint whose heads are normed answers on WebGPU as on WASM', { timeout: 300_000 }, async () => {
  const { page, errors } = await openPage({ gpu: 'software' })
  await pickFolder(page, 'model', normedHeads())
  const choices = { limit: 2, maxNewTokens: 3, dtype: 'fp32' } as const
  const said = async (device: 'webgpu' | 'wasm') => {
    await runToEnd(page, { ...choices, device })
    const { run, records } = await exportRun(page)
    expect(run.settings.device).toBe(device)
    return records.map(record => (record.status === 'answered' ? record.response : record.error))
  }
  expect(await said('webgpu')).toEqual(await said('wasm'))
  expect(errors).toEqual([])
})

test('a decoder that writes its cache in place says what PyTorch says', { timeout: 300_000 }, async () => {
  const root = freshFolder('third-party')
  thirdPartyFolder(root, 'genai-0.18')
  const suite = await openSuite(root, 'software')
  onTestFinished(() => suite.close())
  const [deviation] = await suite.measure(readGoldens(root, 'genai-0.18'), {
    ...{ device: 'webgpu', dtype: 'fp32', cases: ['wide'] },
  })
  expect(deviation).toMatchObject({ sameIds: true, sameText: true, sameLetter: true })
  expect(deviation?.logits).toBeLessThan(1e-3)
  // In two parts, of which the second is written behind the first.
  expect(deviation?.reuse).toBeLessThan(1e-3)
})
