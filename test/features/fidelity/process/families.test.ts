/** Every family with real inference by ONNX Runtime for Node, against what PyTorch computed (tools/families). */
import { expect, test } from 'vitest'
import { goldenFamilies, readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { openNativeSuite } from '../../../../src/features/fidelity/cli/suite.ts'
import { describeNative } from '../../../unit/support/native.ts'

const root = 'test/golden/families'
const suite = openNativeSuite(root)

describeNative(() => {
  test.each(goldenFamilies(root).map(name => [name, readGoldens(root, name)] as const))(
    '%s, fp32, gives the numbers and the text of PyTorch',
    async (_, goldens) => {
      const deviations = await suite.measure(goldens, { device: 'cpu', dtype: 'fp32' })
      expect(deviations.map(({ name }) => name)).toEqual(goldens.cases.map(({ name }) => name))
      for (const { name, pixels, logits, letters, reuse, sameIds, sameText, sameLetter } of deviations) {
        expect([name, sameIds, sameText, sameLetter]).toEqual([name, true, true, true])
        expect(pixels).toBeLessThan(1e-5)
        expect(logits).toBeLessThan(1e-3)
        expect(letters).toBeLessThan(1e-3)
        expect(reuse ?? 0).toBeLessThan(1e-3)
      }
    },
  )
})
