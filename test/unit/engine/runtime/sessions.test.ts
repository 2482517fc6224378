import { expect, test } from 'vitest'
import { openModelFolder } from '../../../../src/data/sources/model-files.ts'
import { openGraph } from '../../../../src/engine/runtime/sessions.ts'
import { memorySource } from '../../support/memory-source.ts'
import { onnxFile } from '../../support/onnx-bytes.ts'

test('a data file that is missing is refused before ONNX Runtime is asked, which would wait for it for ever', async () => {
  const external = { location: 'decoder_model_merged.onnx_data', length: 8 }
  const folder = await openModelFolder(
    memorySource('m', {
      'onnx/decoder_model_merged.onnx': onnxFile({ tensors: [{ name: 'w', dims: [2], external }] }),
    }),
  )
  const opened = openGraph(folder, 'decoder_model_merged', 'fp32', 'wasm')
  await expect(opened).rejects.toMatchObject({
    info: { code: 'model-file-missing', subject: 'm/onnx/decoder_model_merged.onnx_data' },
  })
})
