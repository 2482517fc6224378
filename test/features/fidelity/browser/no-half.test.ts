// @module-tag wide
import { expect, test } from 'vitest'
import { openPage } from '../../../browser/harness/page.ts'

test('16-bit weights on a card without 16-bit arithmetic are refused by whoever loads them', async () => {
  const { page, origin } = await openPage({ gpu: 'software' })
  await page.goto(`${origin}/headless.html`)
  await page.waitForFunction(() => globalThis.voxelwise?.getState().device.webgpu.status === 'available')
  const loading = page.evaluate(() =>
    globalThis.voxelwiseTrace(
      { kind: 'bundled', name: 'phantom-vlm', base: '/models/phantom-vlm/' },
      { device: 'webgpu', dtype: 'fp16', threads: 1, buffers: 'float' },
      [],
    ),
  )
  await expect(loading).rejects.toThrow('This graphics card has no 16-bit arithmetic (shader-f16).')
})
