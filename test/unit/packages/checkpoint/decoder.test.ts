/** Attention by one operator, which multiplies and turns by itself, against the same in plain operators, by ONNX Runtime's WebAssembly. */
import * as ort from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { GraphBuilder } from '../../../../packages/checkpoint/src/graph.ts'
import { decoder } from '../../../../packages/checkpoint/src/parts/decoder.ts'
import type { DecoderShape, Reach } from '../../../../packages/checkpoint/src/parts/decoder-shape.ts'
import type { Draft } from '../../../../packages/checkpoint/src/parts/draft.ts'
import type { StoredTensor } from '../../../../packages/checkpoint/src/safetensors.ts'
import { Tensors } from '../../../../packages/checkpoint/src/tensors.ts'
import { bytesOfParts } from '../../../../packages/checkpoint/src/weight-data.ts'
import { parseOutline } from '../../../../src/engine/model/onnx-outline.ts'
import { blobSource } from '../../../../src/engine/model/protobuf.ts'
import { graphForWasm } from '../../../../src/engine/runtime/wasm-graph.ts'
import { Random } from '../../support/random.ts'

const layers = 2
const plain: Omit<DecoderShape, 'layers'> = {
  ...{ width: 32, heads: 4, keyHeads: 2, headSize: 16, inner: 48, vocabulary: 20 },
  norm: { kind: 'rms', epsilon: 1e-6 },
  activation: 'silu',
  ...{ queryBias: false, outputBias: false, innerBias: false, normsHeads: false, normsTwice: false },
  ...{ wordScale: null, scale: 0.25, window: 1000, axes: null, bothWays: null },
  rotary: makeRotary(8),
  ...{ scoreCap: null, logitCap: null, stacked: 0, isTied: false },
}

/** @param pairs of a head that turn */
function makeRotary(pairs: number): DecoderShape['rotary'] {
  const frequencies = { perPosition: Array.from({ length: pairs }, (_, i) => 1 / 2 ** i), scale: 1 }
  return { full: frequencies, window: frequencies }
}

/** Random weights of every name that such a decoder asks for. */
function weights({ width, heads, keyHeads, headSize, inner, vocabulary, stacked }: typeof plain) {
  const random = new Random(20261130)
  const tensors = new Map<string, StoredTensor>()
  const numbers: number[] = []
  const add = (name: string, ...shape: number[]): void => {
    const begin = 4 * numbers.length
    const count = shape.reduce((all, side) => all * side, 1)
    for (let i = 0; i < count; i++) numbers.push((random.next() - 0.5) / 2 + (shape.length === 1 ? 0.5 : 0))
    tensors.set(name, { name, type: 'F32', shape, file: 'model', begin, end: 4 * numbers.length })
  }
  for (let i = 0; i < layers; i++) {
    const layer = `language.layers.${i}`
    for (const [letter, count] of [
      ['q', heads],
      ['k', keyHeads],
      ['v', keyHeads],
    ] as const) {
      add(`${layer}.self_attn.${letter}_proj.weight`, count * headSize, width)
      add(`${layer}.self_attn.${letter}_proj.bias`, count * headSize)
      add(`${layer}.self_attn.${letter}_norm.weight`, headSize)
    }
    add(`${layer}.self_attn.o_proj.weight`, width, heads * headSize)
    for (const norm of ['input', 'post_attention']) add(`${layer}.${norm}_layernorm.weight`, width)
    for (const norm of ['pre_feedforward', 'post_feedforward'])
      add(`${layer}.${norm}_layernorm.weight`, width)
    for (const module of ['gate', 'up']) add(`${layer}.mlp.${module}_proj.weight`, inner, width)
    add(`${layer}.mlp.down_proj.weight`, width, inner)
  }
  add('language.norm.weight', width)
  add('head.weight', vocabulary, width)
  expect(stacked).toBeLessThan(layers)
  return { tensors, file: new Uint8Array(Float32Array.from(numbers).buffer) }
}

interface Written {
  readonly reach: Reach
  readonly bits: 'float' | 8
  /** Whether the operator is rewritten as for WASM. */
  readonly rewritten: boolean
}

/** The last logits of a prompt, of three tokens after it, and of one more. */
async function answers(
  shape: typeof plain,
  { reach, bits, rewritten }: Written,
): Promise<readonly number[][]> {
  const { tensors, file } = weights(shape)
  const graph = new GraphBuilder('data')
  const named = new Tensors(tensors, [], null)
  const draft: Draft = { graph, tensors: named, type: 'float', bits, buffers: 'float' }
  decoder(draft, { ...shape, layers: Array<Reach>(layers).fill(reach) }, bits)
  const { bytes, data, dataLength } = graph.build()
  const made = await bytesOfParts(data, async (_, begin, end) => file.slice(begin, end), 0, dataLength)
  const session = await ort.InferenceSession.create(rewritten ? await inProducts(bytes) : bytes, {
    externalData: [{ path: 'data', data: made }],
    logSeverityLevel: 3,
  })
  const random = new Random(7)
  const found: number[][] = []
  let past: Record<string, ort.Tensor> = Object.fromEntries(
    session.inputNames
      .filter(name => name.startsWith('past'))
      .map(name => [name, new ort.Tensor('float32', [], [1, shape.keyHeads, 0, shape.headSize])]),
  )
  let before = 0
  for (const tokens of [5, 3, 1]) {
    const columns = shape.width * (1 + shape.stacked)
    const embeds = Float32Array.from({ length: tokens * columns }, () => random.next() - 0.5)
    const positions = Array.from({ length: 3 * tokens }, (_, i) =>
      BigInt(before + (i % tokens) + Math.floor(i / tokens)),
    )
    const outputs = await session.run({
      ...past,
      inputs_embeds: new ort.Tensor('float32', embeds, [1, tokens, columns]),
      attention_mask: new ort.Tensor('int64', Array(before + tokens).fill(1n), [1, before + tokens]),
      ...(shape.axes && { position_ids: new ort.Tensor('int64', positions, [3, 1, tokens]) }),
    })
    before += tokens
    past = Object.fromEntries(
      Object.keys(past).map(name => [
        name,
        outputs[name.replace('past_key_values', 'present')] as ort.Tensor,
      ]),
    )
    const { logits } = outputs
    if (!logits) throw new Error('There are no logits.')
    found.push([...(logits.data as Float32Array)])
  }
  await session.release()
  return found
}

async function inProducts(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const blob = new Blob([bytes])
  const file = await graphForWasm('a.onnx', { blob, outline: await parseOutline(blobSource(blob)) })
  const { nodes } = await parseOutline(blobSource(file))
  expect(nodes.filter(({ op }) => op === 'com.microsoft.GroupQueryAttention')).toEqual([])
  return file.bytes()
}

test.each([
  ['plain', {}],
  ['with biases', { queryBias: true }],
  ['with normed heads', { normsHeads: true }],
  ['with a part of each head turned', { headSize: 32 }],
  ['with a part that the operator does not turn', { rotary: makeRotary(4) }],
  ['with heads that the operator does not turn', { headSize: 8, rotary: makeRotary(4) }],
  ['with three positions a token', { axes: [0, 0, 0, 1, 1, 1, 2, 2] }],
  ['with norms before and after', { normsTwice: true }],
  ['with rows added to the first layers', { stacked: 1 }],
] as const)('%s', async (_, change) => {
  const shape = { ...plain, ...change }
  for (const bits of ['float', 8] as const) {
    const one = await answers(shape, { reach: 'full', bits, rewritten: false })
    expect(Math.max(...one.flat().map(Math.abs))).toBeGreaterThan(0.1)
    for (const [reach, rewritten] of [
      ['window', false],
      ['full', true],
    ] as const) {
      const many = await answers(shape, { reach, bits, rewritten })
      const apart = one.flatMap((logits, i) =>
        logits.map((value, j) => Math.abs(value - (many[i]?.[j] ?? Number.NaN))),
      )
      expect(apart).toHaveLength(3 * shape.vocabulary)
      expect(Math.max(...apart), reach).toBeLessThan(1e-5)
    }
  }
})
