/** ONNX Runtime's operator of attention against the nodes that replace it, by ONNX Runtime's WebAssembly. */
import {
  type Attribute,
  NodeBuilder,
  type OnnxNode,
  onnxBytes,
  type Side,
  type TensorInfo,
  type Value,
} from '@voxelwise/onnx'
import * as ort from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { type OnnxOutline, parseOutline } from '../../../../src/engine/model/onnx-outline.ts'
import { blobSource } from '../../../../src/engine/model/protobuf.ts'
import { graphForWasm } from '../../../../src/engine/runtime/wasm-graph.ts'
import { Random } from '../../support/random.ts'

const [heads, keyHeads, size] = [6, 2, 32]
const most = 40

interface Case {
  readonly attributes?: OnnxNode['attributes']
  readonly isPacked?: boolean
  /** Numbers of a head that turn; 0 for none. */
  readonly turning?: number
  /** Whether the cache states the size of a head. */
  readonly statesSize?: boolean
  /** Whether keys and values are asked for. */
  readonly keepsCache?: boolean
  readonly opset?: number
  readonly type?: 'float' | 'float16'
  /** Whether a bias is added to the scores. */
  readonly isBiased?: boolean
  /** Bytes of a weight in the file itself. */
  readonly weight?: number
}

/** A graph of one node. */
function write(given: Case): Uint8Array<ArrayBuffer> {
  const { attributes, isPacked = false, turning = 0, statesSize = true, keepsCache = true } = given
  const { opset = 20, type = 'float', isBiased = false, weight = 0 } = given
  const width = (isPacked ? heads + 2 * keyHeads : heads) * size
  const rows = (name: string, columns: number): TensorInfo => ({ name, type, sides: [1, 'new', columns] })
  const cache = (name: string, length: string): TensorInfo => {
    const sides: Side[] = [1, keyHeads, length, statesSize ? size : 'head']
    return { name, type, sides }
  }
  const inputs: TensorInfo[] = [
    rows('query', width),
    ...(isPacked ? [] : [rows('key', keyHeads * size), rows('value', keyHeads * size)]),
    cache('past_key', 'past'),
    cache('past_value', 'past'),
    { name: 'lengths', type: 'int32', sides: [1] },
    { name: 'total', type: 'int32', sides: [] },
    ...(turning
      ? (['cosines', 'sines'] as const).map(name => ({ name, type, sides: [most, turning / 2] }))
      : []),
    ...(isBiased ? [{ name: 'bias', type, sides: [1, 1, 'new', 'all'] }] : []),
  ]
  const named = (name: string): Value | null =>
    inputs.some(input => input.name === name) ? (name as Value) : null
  const builder = new NodeBuilder()
  const wanted = [
    ...['query', 'key', 'value', 'past_key', 'past_value', 'lengths', 'total', 'cosines', 'sines'],
    ...(isBiased ? ['position_ids', 'bias'] : []),
  ]
  builder.add('GroupQueryAttention', wanted.map(named), ['attended', 'present_key', 'present_value'], {
    ...{ num_heads: heads, kv_num_heads: keyHeads },
    ...(turning > 0 && { do_rotary: 1 }),
    ...attributes,
  })
  return onnxBytes({
    ...{ producer: 'test', opset, nodes: builder.made, inputs, described: [], weights: [] },
    outputs: [
      rows('attended', heads * size),
      ...(keepsCache ? [cache('present_key', 'all'), cache('present_value', 'all')] : []),
    ],
    constants: [
      ...builder.constants,
      ...(weight
        ? [{ name: 'w', type: 'uint8', sides: [weight], bytes: new Uint8Array(weight) } as const]
        : []),
    ],
  })
}

async function rewrite(bytes: Uint8Array<ArrayBuffer>) {
  const blob = new Blob([bytes])
  const file = await graphForWasm('a.onnx', { blob, outline: await parseOutline(blobSource(blob)) })
  return { isSame: file === blob, bytes: await file.bytes() }
}

const outline = (bytes: Uint8Array<ArrayBuffer>): Promise<OnnxOutline> =>
  parseOutline(blobSource(new Blob([bytes])))

const floats = (random: Random, ...sides: number[]): ort.Tensor => {
  const length = sides.reduce((all, side) => all * side, 1)
  return new ort.Tensor(
    'float32',
    Float32Array.from({ length }, () => 2 * random.next() - 1),
    sides,
  )
}

/** All outputs for a prompt, for three tokens after twelve, and for one more. */
async function answers(bytes: Uint8Array<ArrayBuffer>): Promise<readonly number[][]> {
  const session = await ort.InferenceSession.create(bytes, { logSeverityLevel: 3 })
  const random = new Random(20261201)
  const found: number[][] = []
  for (const [past, tokens] of [
    [0, 9],
    [12, 3],
    [30, 1],
  ] as const) {
    const columns = (name: string): number =>
      Number(session.inputMetadata.flatMap(one => (one.name === name && one.isTensor ? one.shape : []))[2])
    const feeds: Record<string, ort.Tensor> = {}
    for (const name of session.inputNames)
      if (name.startsWith('past')) feeds[name] = floats(random, 1, keyHeads, past, size)
      else if (name === 'lengths') feeds[name] = new ort.Tensor('int32', [past + tokens - 1], [1])
      else if (name === 'total') feeds[name] = new ort.Tensor('int32', [past + tokens], [])
      else if (name === 'cosines' || name === 'sines')
        feeds[name] = floats(random, most, Number(half(session, name)))
      else feeds[name] = floats(random, 1, tokens, columns(name))
    const outputs = await session.run(feeds)
    for (const name of session.outputNames)
      found.push([...((outputs[name] as ort.Tensor).data as Float32Array)])
  }
  await session.release()
  return found
}

const half = (session: ort.InferenceSession, table: string): number | string | undefined =>
  session.inputMetadata.flatMap(one => (one.name === table && one.isTensor ? one.shape : []))[1]

const float = (value: number): Attribute => ({ float: value })

const cases: Readonly<Record<string, Case>> = {
  plain: {},
  'with keys and values in the query': { isPacked: true },
  'with a scale': { attributes: { scale: float(0.5) } },
  'with scores that have a limit': { attributes: { softcap: float(2), scale: float(1.5) } },
  'with a window of one token': { attributes: { local_window_size: 1 } },
  'with a window of four tokens': { attributes: { local_window_size: 4 } },
  'with a window of all tokens': { attributes: { local_window_size: 100 } },
  'with attributes that change nothing': {
    attributes: { local_window_size: -1, softcap: float(0), scale: float(0), smooth_softmax: 0 },
  },
  'with heads that turn': { turning: size },
  'with a part of each head that turns': { turning: size / 2 },
  'with pairs that turn side by side': { turning: size, attributes: { rotary_interleaved: 1 } },
  'with keys and values in a query that turns': { turning: size, isPacked: true },
  'with a cache that does not state the size of a head': { statesSize: false, isPacked: true },
  'with an output that is wanted alone': { keepsCache: false },
  'in a file that is not read whole': { weight: 17 * 2 ** 20 },
}

test.each(Object.entries(cases))('%s', async (_, given) => {
  const bytes = write(given)
  const rewritten = await rewrite(bytes)
  const { nodes, inputs, outputs } = await outline(rewritten.bytes)
  expect(nodes.map(({ op }) => op)).not.toContain('com.microsoft.GroupQueryAttention')
  const before = await outline(bytes)
  expect({ inputs, outputs }).toEqual({ inputs: before.inputs, outputs: before.outputs })
  const [one, other] = [await answers(bytes), await answers(rewritten.bytes)]
  expect(other.map(({ length }) => length)).toEqual(one.map(({ length }) => length))
  const apart = one.flatMap((values, i) => values.map((value, j) => Math.abs(value - (other[i]?.[j] ?? 9))))
  expect(Math.max(...one.flat())).toBeGreaterThan(0.1)
  expect(Math.max(...apart)).toBeLessThan(2e-6)
})

const untouched: Readonly<Record<string, Case>> = {
  'another softmax': { attributes: { smooth_softmax: 1 } },
  'an attribute that is not known': { attributes: { tomorrow: 1 } },
  'a bias': { isBiased: true },
  'older operators': { opset: 12 },
  '16 bits': { type: 'float16' },
  'heads that do not divide': { attributes: { num_heads: 5 } },
}

test.each(Object.entries(untouched))('%s is left to the operator', async (_, given) => {
  const bytes = write(given)
  expect(Buffer.compare((await rewrite(bytes)).bytes, bytes)).toBe(0)
})
