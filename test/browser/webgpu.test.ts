/**
 * The model on WebGPU: on the software adapter, which every machine has and which is slow.
 * @module-tag wide
 */
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { exportRun, pickFolder, reach, runToEnd, startRun } from './harness/drive.ts'
import { openPage } from './harness/page.ts'

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
