/** Folders that other tools export, in a real Chromium: they run and equal PyTorch, or are refused by name. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { openSuite, type Suite } from '../../../../src/features/fidelity/cli/suite.ts'
import { card, exportRun, openResults, pickFolder, reach, startRun } from '../../../browser/harness/drive.ts'
import { constant, editOutput, operation } from '../../../browser/harness/edited-graph.ts'
import { openPage, removeFolder, temporaryFolder } from '../../../browser/harness/page.ts'
import { thirdPartyFolder } from '../../../browser/harness/third-party.ts'
import { decoderGraph } from '../../../unit/support/model-graphs.ts'
import { onnxFile, onnxType } from '../../../unit/support/onnx-bytes.ts'

const root = temporaryFolder('third-party')
let suite: Suite
beforeAll(async () => {
  thirdPartyFolder(root, 'genai-0.18')
  suite = await openSuite(root, 'none')
})
afterAll(async () => {
  await suite.close()
  removeFolder(root)
})

describe('ONNX Runtime GenAI’s builder: cache of open size, data files under its own names', () => {
  test('fp32 gives the numbers and the text of PyTorch, its prompts in two parts, too', async () => {
    const goldens = readGoldens(root, 'genai-0.18')
    const deviations = await suite.measure(goldens, { device: 'wasm', dtype: 'fp32' })
    expect(deviations).toHaveLength(goldens.cases.length)
    for (const { name, sameIds, sameText, sameLetter, logits, reuse } of deviations) {
      expect([name, sameIds, sameText, sameLetter]).toEqual([name, true, true, true])
      expect(logits).toBeLessThan(1e-3)
      expect(reuse ?? 0).toBeLessThan(1e-3)
    }
  })

  test.each([
    ['fp16', 0.1],
    ['q4', 10],
  ] as const)('%s runs beside it', async (dtype, most) => {
    const goldens = readGoldens(root, 'genai-0.18')
    const [deviation] = await suite.measure(goldens, { device: 'wasm', dtype, cases: ['wide'] })
    expect(deviation).toMatchObject({ pixels: 0, sameIds: true })
    expect(deviation?.logits).toBeLessThan(most)
    // In 16 bits it cannot add several tokens to a cache: nothing is reused, and nothing fails.
    expect(deviation?.reuse === null).toBe(dtype === 'fp16')
  })
})

describe('in the page', () => {
  test('a decoder that takes no prompt in parts is still asked, and the run records it', async () => {
    const { page } = await openPage()
    await pickFolder(page, 'model', join(root, 'genai-0.18'))
    await card(page, 'model').getByText('tokens of context').waitFor()
    await startRun(page, { device: 'wasm', dtype: 'fp16', limit: 4, maxNewTokens: 2 })
    await reach(page, 'Done')
    await openResults(page)
    const { run } = await exportRun(page)
    const fallback = run.events?.filter(({ kind }) => kind === 'fallback')
    expect(fallback).toHaveLength(1)
    expect(fallback?.[0]?.text).toMatch(/computed whole: this decoder (adds one token|takes no cache)/)
    expect(run.events?.filter(({ kind }) => kind === 'restart')).toEqual([])
  })

  test('positions without M-RoPE are refused by name before anything is loaded', async () => {
    const other = temporaryFolder('positions')
    const folder = join(other, 'exported')
    cpSync('test/golden/families/qwen2_vl', folder, { recursive: true })
    const decoder = {
      ...decoderGraph,
      inputs: (decoderGraph.inputs ?? []).filter(({ name }) => name !== 'position_ids'),
    }
    writeFileSync(join(folder, 'onnx/decoder_model_merged.onnx'), onnxFile(decoder))
    const { page } = await openPage()
    await pickFolder(page, 'model', folder)
    const box = card(page, 'model').locator('.error-box')
    await box.waitFor()
    await expect.poll(() => box.locator('code').textContent()).toBe('model-unsupported')
    await expect
      .poll(() => box.locator('.error-subject').textContent())
      .toBe('exported/onnx/decoder_model_merged.onnx: position_ids')
    await expect.poll(() => box.textContent()).toContain('Export the model again with tools/export')
    await expect.poll(() => page.getByRole('button', { name: /^Run / }).isDisabled()).toBe(true)
    removeFolder(other)
  })

  test('a decoder that fails on its first run ends the run immediately: it is not loaded again', async () => {
    const other = temporaryFolder('misfit')
    const folder = thirdPartyFolder(other, 'genai-0.18')
    const sides = {
      name: 'misfit',
      type: onnxType.int64,
      dims: [1],
      raw: new Uint8Array(BigInt64Array.of(7n).buffer),
    }
    editOutput(join(folder, 'onnx', 'decoder_model_merged.onnx'), 'logits', own => [
      constant(sides),
      operation('Reshape', [own, sides.name], ['logits']),
    ])
    const { page } = await openPage()
    await pickFolder(page, 'model', folder)
    await card(page, 'model').getByText('tokens of context').waitFor()
    await startRun(page, { device: 'wasm', dtype: 'fp32', limit: 4 })
    await page.locator('.phase').filter({ hasText: 'Stopped by an error' }).waitFor({ timeout: 60_000 })
    const box = page.locator('.error-box').first()
    await expect.poll(() => box.locator('code').textContent()).toBe('model-load')
    await expect
      .poll(() => box.locator('.error-subject').textContent())
      .toBe('genai-0.18/onnx/decoder_model_merged.onnx')
    await expect.poll(() => box.locator('.error-message').textContent()).toMatch(/fails on its first run/)
    await expect.poll(() => page.locator('main').textContent()).not.toMatch(/fresh worker/)
    removeFolder(other)
  })
})
