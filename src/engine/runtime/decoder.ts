import type { Tensor } from '@huggingface/transformers'
import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-web'

type Transformers = typeof import('@huggingface/transformers')
type Tensors = Readonly<Record<string, Tensor>>

/**
 * One run of a decoder session. What it wants and is not given gets transformers.js' own defaults: an empty
 * cache, positions that count from 0, the last position's logits alone. transformers.js itself passes on
 * neither token types nor anything else that it does not know by name.
 * @param given `inputs_embeds`, `attention_mask` over past and new tokens, the cache, and what else there is
 * @param wanted names of the outputs that are copied out of the session
 */
export async function runDecoder(
  { Tensor: OurTensor }: Transformers,
  session: InferenceSession,
  given: Tensors & { readonly inputs_embeds: Tensor; readonly attention_mask: Tensor },
  wanted: readonly string[],
): Promise<Tensors> {
  const [batch = 1, length = 0] = given.inputs_embeds.dims
  const total = given.attention_mask.dims[1] ?? length
  const absent = (name: string): Tensor => {
    if (name === 'position_ids')
      return new OurTensor('int64', counted(batch, total - length, length), [batch, length])
    if (name === 'num_logits_to_keep') return new OurTensor('int64', [1n], [])
    if (name === 'use_cache_branch')
      return new OurTensor('bool', [Object.keys(given).some(key => key.startsWith('past'))], [1])
    if (name.startsWith('past')) return emptyPast(session, name, batch, OurTensor)
    throw new Error(`The decoder wants an input "${name}", which this family does not give.`)
  }
  const feeds = session.inputNames.map(name => [name, given[name] ?? absent(name)] as const)
  return runSession({ Tensor: OurTensor }, session, Object.fromEntries(feeds), wanted)
}

/** One run of a session: its outputs, all unless named, as transformers.js has tensors. */
export async function runSession(
  { Tensor: OurTensor }: Pick<Transformers, 'Tensor'>,
  session: InferenceSession,
  given: Tensors,
  wanted: readonly string[] = session.outputNames,
): Promise<Tensors> {
  const feeds = Object.entries(given).map(([name, tensor]) => {
    const { ort_tensor } = tensor as unknown as { readonly ort_tensor: OrtTensor }
    return [name, ort_tensor] as const
  })
  const outputs = await session.run(Object.fromEntries(feeds), wanted)
  return Object.fromEntries(
    Object.entries(outputs).map(([name, tensor]) => [name, new OurTensor(tensor as never)]),
  )
}

function counted(batch: number, from: number, length: number): BigInt64Array {
  return BigInt64Array.from({ length: batch * length }, (_, i) => BigInt(from + (i % length)))
}

/** What a decoder takes for the past of a prompt's first token; sizes it leaves open are 0, save the batch. */
function emptyPast(
  session: InferenceSession,
  name: string,
  batch: number,
  OurTensor: Transformers['Tensor'],
): Tensor {
  const about = session.inputMetadata.find(input => input.name === name)
  if (!about?.isTensor) throw new Error(`The decoder's input "${name}" is no tensor.`)
  const dims = about.shape.map((side, axis) => (typeof side === 'number' ? side : axis === 0 ? batch : 0))
  const size = dims.reduce((product, side) => product * side, 1)
  const data = about.type === 'float16' ? new Uint16Array(size) : new Float32Array(size)
  return new OurTensor(about.type as 'float32', data, dims)
}
