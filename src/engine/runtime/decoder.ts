import type { InferenceSession, Tensor } from 'onnxruntime-web'
import type { Ort } from './ort.ts'

export type Tensors = Readonly<Record<string, Tensor>>

/**
 * One run of a decoder session. What it wants and is not given gets transformers.js' own defaults: an empty
 * cache, positions that count from 0, the last position's logits alone. transformers.js itself passes on
 * neither token types nor anything else that it does not know by name.
 * @param given `inputs_embeds`, `attention_mask` over past and new tokens, the cache, and what else there is
 * @param wanted names of the outputs that are copied out of the session
 */
export function runDecoder(
  ort: Ort,
  session: InferenceSession,
  given: Tensors & { readonly inputs_embeds: Tensor; readonly attention_mask: Tensor },
  wanted: readonly string[],
): Promise<Tensors> {
  const { Tensor } = ort
  const [batch = 1, length = 0] = given.inputs_embeds.dims
  const total = given.attention_mask.dims[1] ?? length
  const absent = (name: string): Tensor => {
    if (name === 'position_ids')
      return new Tensor('int64', counted(batch, total - length, length), [batch, length])
    if (name === 'num_logits_to_keep') return new Tensor('int64', [1n], [])
    if (name === 'use_cache_branch')
      return new Tensor('bool', [Object.keys(given).some(key => key.startsWith('past'))], [1])
    if (name.startsWith('past')) return emptyPast(ort, session, name, batch)
    throw new Error(`The decoder wants an input "${name}", which this family does not give.`)
  }
  const feeds: Record<string, Tensor> = {}
  for (const name of session.inputNames) feeds[name] = given[name] ?? absent(name)
  return runSession(session, feeds, wanted)
}

/** One run of a session: its outputs, all unless named. */
export async function runSession(
  session: InferenceSession,
  feeds: Tensors,
  wanted: readonly string[] = session.outputNames,
): Promise<Tensors> {
  const outputs = await session.run(feeds, wanted)
  return outputs as Tensors
}

function counted(batch: number, from: number, length: number): BigInt64Array {
  const positions = new BigInt64Array(batch * length)
  for (let i = 0; i < positions.length; i++) positions[i] = BigInt(from + (i % length))
  return positions
}

/** What a decoder takes for the past of a prompt's first token; sizes it leaves open are 0, save the batch. */
function emptyPast({ Tensor }: Ort, session: InferenceSession, name: string, batch: number): Tensor {
  const about = session.inputMetadata.find(input => input.name === name)
  if (!about?.isTensor) throw new Error(`The decoder's input "${name}" is no tensor.`)
  const dims = about.shape.map((side, axis) => (typeof side === 'number' ? side : axis === 0 ? batch : 0))
  const size = dims.reduce((product, side) => product * side, 1)
  const data = about.type === 'float16' ? new Uint16Array(size) : new Float32Array(size)
  return new Tensor(about.type as 'float32', data as Float32Array, dims)
}
