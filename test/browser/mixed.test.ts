/** A folder whose graphs are in different precisions is run, stored and compared as what it is. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mixedDtype } from '../../src/engine/protocol/mixed-precision.ts'
import { mixedFolders, publishedMixture } from '../unit/support/mixed-folders.ts'
import { card, exportRun, openStep, pickFolder, readyToRun, runToEnd } from './harness/drive.ts'
import { openPage } from './harness/page.ts'

const root = mixedFolders()

test('a mixture is recommended where nothing else is whole, and can be changed graph by graph', async () => {
  const { page, errors, origin } = await openPage()
  await readyToRun(page)
  await openStep(page, 'model')
  await pickFolder(page, 'model', join(root, 'llava'))
  await card(page, 'model')
    .getByText(
      /Recommended here: q4, embeddings fp16, image encoder fp32 on WASM\. No single precision in the folder can be used here/,
    )
    .waitFor()
  const mixedId = await runToEnd(page, { limit: 4, maxNewTokens: 3 })
  const mixed = await exportRun(page)
  expect(mixed.run.settings.dtype).toBe(publishedMixture)
  expect(mixed.run.name).toContain('q4, embeddings fp16, image encoder fp32')

  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await openStep(page, 'model')
  await pickFolder(page, 'model', 'test/golden/families/smolvlm')
  await openStep(page, 'run')
  await page.getByText('More settings').click()
  const encoder = page.getByLabel('Image encoder weights')
  await expect.poll(() => encoder.locator('option:checked').textContent()).toBe('fp32')
  await encoder.selectOption({ label: 'q4' })
  await page.getByLabel('Embedding weights').selectOption({ label: 'fp16' })
  const chosen = mixedDtype('fp32', { embed_tokens: 'fp16', vision_encoder: 'q4' })
  await page.getByText('fp32, embeddings fp16, image encoder q4').first().waitFor()
  const otherId = await runToEnd(page, { limit: 4, maxNewTokens: 3 })
  const other = await exportRun(page)
  expect(other.run.settings.dtype).toBe(chosen)
  expect(other.run.model.fingerprint).not.toBe(mixed.run.model.fingerprint)

  await page.goto(`${origin}/#/compare/differences?runs=${mixedId},${otherId}`)
  const precision = page.getByRole('row', { name: /precision/i })
  await precision.getByText('q4, embeddings fp16, image encoder fp32').waitFor()
  await precision.getByText('fp32, embeddings fp16, image encoder q4').waitFor()
  expect(errors).toEqual([])
})
