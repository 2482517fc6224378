import { ownValue, setOwn } from '@voxelwise/python'
import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import type { ModelConfigs } from '../families/family.ts'
import { type CacheSide, cacheShape } from '../model/cache-shape.ts'
import type { OrtTensors } from './backend.ts'
import { fromHalf, toHalf } from './float16.ts'

export type NamedTensors = Readonly<Record<string, Tensor>>

/** Outputs of a session: names, or the tensor that each is written into (null for a new one). */
export type Wanted = readonly string[] | Readonly<Record<string, Tensor | null>>

/**
 * One run of a decoder session. Missing inputs get transformers.js' own defaults: an empty cache, positions that count from 0, the
 * last position's logits only. transformers.js itself passes on no other input whose name it does not know.
 * @param given `inputs_embeds`, `attention_mask` over past and new tokens, the cache, and further inputs
 * @param configs give the size of a cache that the graph leaves open
 */
export function runDecoder(
  ort: OrtTensors,
  session: InferenceSession,
  configs: Pick<ModelConfigs, 'config'>,
  given: NamedTensors & { readonly inputs_embeds: Tensor; readonly attention_mask: Tensor },
  wanted: Wanted,
): Promise<NamedTensors> {
  const { Tensor } = ort
  const [batch = 1, length = 0] = given.inputs_embeds.dims
  const total = given.attention_mask.dims[1] ?? length
  const absent = (name: string): Tensor => {
    if (name === 'position_ids')
      return new Tensor('int64', counted(batch, total - length, length), [batch, length])
    if (name === 'num_logits_to_keep') return new Tensor('int64', [1n], [])
    if (name === 'use_cache_branch')
      return new Tensor('bool', [Object.keys(given).some(key => key.startsWith('past'))], [1])
    if (name.startsWith('past')) return emptyPast(ort, session, name, configs)
    throw new Error(`The decoder wants an input "${name}", which this family does not give.`)
  }
  const feeds: Record<string, Tensor> = {}
  const types = new Map(session.inputMetadata.map(input => [input.name, input.isTensor ? input.type : '']))
  for (const name of session.inputNames) {
    const tensor = ownValue(given, name)
    // Data on the graphics card came from this session.
    const isThere = tensor?.location === 'gpu-buffer'
    setOwn(feeds, name, isThere ? tensor : tensor ? asType(ort, tensor, types.get(name)) : absent(name))
  }
  return runSession(session, feeds, wanted)
}

/** One run of a session: its outputs, all unless named. */
export async function runSession(
  session: InferenceSession,
  feeds: NamedTensors,
  wanted: Wanted = session.outputNames,
): Promise<NamedTensors> {
  const outputs = await session.run(feeds, wanted as readonly string[])
  return outputs as NamedTensors
}

function counted(batch: number, from: number, length: number): BigInt64Array {
  const positions = new BigInt64Array(batch * length)
  for (let i = 0; i < positions.length; i++) positions[i] = BigInt(from + (i % length))
  return positions
}

/** The empty past of a prompt's first token. @throws VoxelwiseError model-unsupported if its size is unknown */
function emptyPast(
  { Tensor }: OrtTensors,
  session: InferenceSession,
  name: string,
  configs: Pick<ModelConfigs, 'config'>,
): Tensor {
  const { type, sides } = readPast(session, name, configs)
  const dims = sides.map(side => (side === 'length' ? 0 : side))
  const fixed = dims.filter(side => side !== null)
  if (fixed.length < dims.length)
    throw new VoxelwiseError({
      code: 'model-unsupported',
      subject: `decoder_model_merged: ${name}`,
      message: 'Neither the graph nor config.json gives the size of this part of the cache.',
      remedy: 'Compare config.json with the published one, or export the model again.',
    })
  const size = fixed.reduce((product, side) => product * side, 1)
  const data = type === 'float16' ? new Uint16Array(size) : new Float32Array(size)
  return new Tensor(type as 'float32', data as Float32Array, fixed)
}

/** Type and sides of one of the decoder's `past*` inputs. */
export function readPast(
  session: Pick<InferenceSession, 'inputMetadata'>,
  name: string,
  configs: Pick<ModelConfigs, 'config'>,
): { readonly type: Tensor.Type; readonly sides: readonly CacheSide[] } {
  const about = session.inputMetadata.find(input => input.name === name)
  if (!about?.isTensor) throw new Error(`The decoder's input "${name}" is no tensor.`)
  const declared = about.shape.map(side => (typeof side === 'number' ? side : null))
  return { type: about.type, sides: cacheShape(name, declared, configs) }
}

/** The logits of the last position, whether the graph gives them of one or of all, as float32. */
export function lastLogits({ logits }: NamedTensors): Float32Array {
  if (!logits) throw new Error('The decoder has no output named "logits".')
  const all = toFloats(logits)
  return all.subarray(all.length - (logits.dims.at(-1) ?? 0))
}

/** The values of a tensor of floats in memory, in 32 bits. */
export function toFloats({ type, data }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data
  // A Float16Array where the browser has one, else the bits.
  if (type === 'float16' && data instanceof Uint16Array) return fromHalf(data)
  return Float32Array.from(data as ArrayLike<number>)
}

/** The same tensor in the type that a session's input wants; any other than a float's as it is. */
export function asType({ Tensor }: OrtTensors, tensor: Tensor, wanted: string | undefined): Tensor {
  if (wanted === tensor.type) return tensor
  if (wanted === 'float16' && tensor.type === 'float32')
    return new Tensor('float16', toHalf(toFloats(tensor)), tensor.dims)
  if (wanted === 'float32' && tensor.type === 'float16')
    return new Tensor('float32', toFloats(tensor), tensor.dims)
  return tensor
}

/** By a loop: `BigInt64Array.from` goes through an iterator. */
export function int64s(values: readonly number[]): BigInt64Array {
  const all = new BigInt64Array(values.length)
  for (let i = 0; i < all.length; i++) all[i] = BigInt(values[i] as number)
  return all
}
