/** Folders that mix precisions, by ONNX Runtime for Node, against PyTorch with the same weights (tools/families/mixed.py). */
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeModelFolder } from '../../../../src/data/sources/node.ts'
import { openNativeSuite } from '../../../../src/features/fidelity/cli/suite.ts'
import { mixedFamilies, mixedFolders, publishedMixture } from '../../../unit/support/mixed-folders.ts'
import { describeNative } from '../../../unit/support/native.ts'

const root = mixedFolders()

test.each(mixedFamilies)('%s: the only mixture that is whole is recommended', async family => {
  const folder = await nodeModelFolder(join(root, family))
  const limits = { webgpu: null, streams: true }
  const { problems, recommended, dtypes } = await summariseModel(folder, 'directory', limits, 1)
  expect(problems).toEqual([])
  expect(recommended?.dtype).toBe(publishedMixture)
  expect(dtypes.filter(({ missing }) => missing.length === 0).map(({ dtype }) => dtype)).toContain(
    publishedMixture,
  )
  const memory = dtypes.find(({ dtype }) => dtype === publishedMixture)?.memory
  expect(memory?.weights).toBeGreaterThan(0)
})

describeNative(() => {
  const suite = openNativeSuite(root)
  afterAll(() => suite.close())
  test.each(mixedFamilies)('%s gives the numbers and the text of PyTorch', async family => {
    const goldens = readGoldens(root, family)
    const deviations = await suite.measure(goldens, { device: 'cpu', dtype: publishedMixture })
    expect(deviations).toHaveLength(goldens.cases.length)
    for (const { name, logits, features, sameIds, sameText, sameLetter } of deviations) {
      expect([name, sameIds, sameText, sameLetter]).toEqual([name, true, true, true])
      expect(features).toBeLessThan(1e-3)
      // Embeddings are rounded to 16 bits in both.
      expect(logits).toBeLessThan(1e-3)
    }
  })
})
