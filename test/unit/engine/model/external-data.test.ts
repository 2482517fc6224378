import { expect, test } from 'vitest'
import { borrowed, dataFiles } from '../../../../src/engine/model/external-data.ts'

const graph = (location: string, end: number) => ({
  externalData: [location],
  tensors: [{ name: 'w', type: 1, dims: [1], external: { file: location, offset: end - 4, length: 4 } }],
})
const q4 = 'onnx/decoder_model_merged_q4.onnx'

test.each([['onnx/model.onnx.data'], [`${q4}.data`], [`${q4}_data`]])(
  'data of a graph that was renamed is found as %s',
  path => {
    const [found] = dataFiles(q4, graph('model.onnx.data', 8), [{ path, size: 8 }])
    expect(found).toEqual({ location: 'model.onnx.data', path, size: 8, end: 8 })
  },
)

test('of two precisions in one folder each has its own, though both graphs ask for model.onnx.data', () => {
  const files = [
    { path: 'onnx/model.onnx.data', size: 100 },
    { path: `${q4}.data`, size: 20 },
  ]
  expect(dataFiles(q4, graph('model.onnx.data', 20), files)[0]?.path).toBe(`${q4}.data`)
  expect(dataFiles('onnx/decoder_model_merged.onnx', graph('model.onnx.data', 100), files)[0]?.path).toBe(
    'onnx/model.onnx.data',
  )
})

test('numbered files and other names follow the graph', () => {
  const files = [{ path: `${q4}_data_1`, size: 8 }]
  expect(dataFiles(q4, graph('decoder_model_merged_q4.onnx_data_1', 8), files)[0]?.size).toBe(8)
  expect(dataFiles(q4, graph('weights.bin', 8), files)[0]).toMatchObject({
    path: 'onnx/weights.bin',
    size: null,
  })
})

test('weights of another graph are not taken for its own', () => {
  const files = [{ path: 'onnx/model.onnx.data', size: 100 }]
  const own = dataFiles(q4, graph('model.onnx.data', 20), files)
  const full = 'onnx/decoder_model_merged.onnx'
  const others = [{ onnx: full, files: dataFiles(full, graph('model.onnx.data', 100), files) }]
  expect(borrowed(own, others)).toMatchObject([{ owner: full, file: { path: 'onnx/model.onnx.data' } }])
  expect(borrowed(others[0]?.files ?? [], [{ onnx: q4, files: own }])).toEqual([])
})
