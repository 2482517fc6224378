/**
 * The model on WebGPU: on the software adapter, which every machine has and which is slow.
 */
import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { openSuite } from '../../../../src/features/fidelity/cli/suite.ts'
import { exportRun, pickFolder, reach, runToEnd, startRun } from '../../../browser/harness/drive.ts'
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
