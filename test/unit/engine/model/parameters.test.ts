import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { goldenFamilies, readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { type OnnxOutline, parseOutline } from '../../../../src/engine/model/onnx-outline.ts'
import { countParameters } from '../../../../src/engine/model/parameters.ts'
import { blobSource } from '../../../../src/engine/model/protobuf.ts'
import { type Graph, onnxFile, onnxType } from '../../support/onnx-bytes.ts'

const outline = (graph: Graph): Promise<OnnxOutline> => parseOutline(blobSource(new Blob([onnxFile(graph)])))
const demo = 'public/models/phantom-vlm'

function demoOutlines(suffix: string): Promise<OnnxOutline[]> {
  const sessions = ['vision_encoder', 'embed_tokens', 'decoder_model_merged']
  const read = async (name: string) =>
    parseOutline(blobSource(await openAsBlob(`${demo}/onnx/${name}${suffix}.onnx`)))
  return Promise.all(sessions.map(read))
}

/** What PyTorch counts for an Idefics3 with a Llama decoder, from its configuration. */
function trained(): number {
  const {
    vision_config: v,
    text_config: t,
    scale_factor,
  } = JSON.parse(readFileSync(`${demo}/config.json`, 'utf8'))
  const d = v.hidden_size
  const patches = (v.image_size / v.patch_size) ** 2
  const visionLayer = 4 * (d * d + d) + 2 * d * v.intermediate_size + v.intermediate_size + d + 4 * d
  const vision = d * 3 * v.patch_size ** 2 + d + patches * d + v.num_hidden_layers * visionLayer + 2 * d
  const connector = d * scale_factor ** 2 * t.hidden_size
  const w = t.hidden_size
  const textLayer = 4 * w * w + 3 * w * t.intermediate_size + 2 * w
  return vision + connector + t.vocab_size * w + t.num_hidden_layers * textLayer + w
}

test.each([
  ['', true],
  ['_quantized', false],
  ['_q4', false],
])('the bundled model%s has the parameters that were trained', async (suffix, exact) => {
  expect(countParameters(await demoOutlines(suffix), true)).toEqual({ count: trained(), exact })
})

test('it agrees with its card', { skip: !existsSync(`${demo}/README.md`) }, () => {
  const card = readFileSync(`${demo}/README.md`, 'utf8')
  expect(/([\d,]+) parameters in all/.exec(card)?.[1]?.replaceAll(',', '')).toBe(String(trained()))
})

const root = 'test/golden/families'

/** Parameters that PyTorch has beyond those in the files. */
const notExported: Readonly<Record<string, number>> = {
  // The last layer of CLIP and the norm after it: the projector hears the layer before.
  llava: 8608,
  // SigLIP's last norm, likewise.
  llava_onevision: 64,
  // Norms over a batch, which become part of the convolution before them.
  llava_qwen2: 96,
  // Sound (8,628), less a projection of 32 x 32 that two sessions hold each for itself.
  gemma3n: 8628 - 32 * 32,
}

test.each(goldenFamilies(root))('%s has the parameters that PyTorch counts', async family => {
  const { folder, parameters } = readGoldens(root, family)
  const { parameters: found } = await summariseModel(
    await openModelFolder(nodeSource(folder)),
    'files',
    {
      webgpu: null,
      streams: true,
    },
    1,
  )
  expect(found).toEqual({ count: parameters - (notExported[family] ?? 0), exact: true })
})

const table = {
  tensors: [{ name: 'table', dims: [100, 8] }],
  nodes: [{ op: 'Gather', inputs: ['table', 'ids'] }],
}
const head = { tensors: [{ name: 'head', dims: [8, 100] }], nodes: [{ op: 'MatMul', inputs: ['x', 'head'] }] }

test('an output matrix that equals the embedding is counted once, and only then', async () => {
  const both = [await outline(table), await outline(head)]
  expect(countParameters(both, true)).toEqual({ count: 800, exact: true })
  expect(countParameters(both, false)).toEqual({ count: 1600, exact: true })
  expect(countParameters(both, null)).toEqual({ count: 800, exact: false })
})

test('computed values and values stored next to the weights are not counted', async () => {
  const graph = await outline({
    tensors: [
      { name: 'cos', dims: [64, 4] },
      { name: 'sin', dims: [64, 4] },
      { name: 'one', dims: [1] },
      { name: 'ids', dims: [64], type: onnxType.int64 },
      { name: 'layer.rotary.inv_freq', dims: [4] },
      { name: 'rotary.cos_cached', dims: [64, 4] },
      { name: 'text_model.rotary_emb.sines', dims: [64, 4] },
      { name: '/rotary/Constant_1_output_0', dims: [4] },
      { name: 'norm.weight', dims: [8], type: onnxType.half },
      { name: 'gamma.layer_scale1.gamma', dims: [8] },
    ],
    nodes: [
      { op: 'RotaryEmbedding', domain: 'com.microsoft', inputs: ['q', 'positions', 'cos', 'sin'] },
      { op: 'Mul', inputs: ['x', 'norm.weight'] },
    ],
  })
  expect(countParameters([graph], true)).toEqual({ count: 16, exact: true })
})

test('quantised matrices count by their true size', async () => {
  const graph = await outline({
    tensors: [
      { name: 'a_q4', dims: [30, 2, 16], type: onnxType.uint8 },
      { name: 'a_scales', dims: [60] },
      { name: 'a_bias', dims: [30] },
      { name: 'e_q4', dims: [100, 4], type: onnxType.uint8 },
      { name: 'e_scales', dims: [100, 1] },
      { name: 'i_weight_quantized', dims: [8, 5], type: onnxType.int8 },
      { name: 'i_scale', dims: [5] },
      { name: 'i_zero_point', dims: [5], type: onnxType.int8 },
      { name: 'u_int4', dims: [100, 6], type: 21 },
    ],
    nodes: [
      {
        op: 'MatMulNBits',
        domain: 'com.microsoft',
        inputs: ['x', 'a_q4', 'a_scales', '', '', 'a_bias'],
        integers: { K: 64, N: 30, bits: 4 },
      },
      {
        op: 'GatherBlockQuantized',
        domain: 'com.microsoft',
        inputs: ['e_q4', 'ids', 'e_scales'],
        integers: { bits: 4 },
      },
      { op: 'MatMulInteger', inputs: ['y', 'i_weight_quantized', 'zero', 'i_zero_point'] },
    ],
  })
  expect(countParameters([graph], false)).toEqual({ count: 64 * 30 + 30 + 800 + 40 + 600, exact: false })
})
