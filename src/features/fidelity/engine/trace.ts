import type { Tensor } from '@huggingface/transformers'
import type { Pixels } from '@voxelwise/pixels'
import { ownDetail } from '../../../engine/base/image-detail.ts'
import { withDetail } from '../../../engine/families/detail.ts'
import type { PreparedImage, TensorData } from '../../../engine/families/family.ts'
import type { Turn } from '../../../engine/protocol/turns.ts'
import { disposeCache } from '../../../engine/runtime/cache.ts'
import { greedy } from '../../../engine/runtime/greedy.ts'
import type { Vlm } from '../../../engine/runtime/vlm.ts'

/** One prompt, traced with every intermediate number. */
interface TraceCase {
  readonly turns: readonly Turn[]
  /** Each shown once, in this order. */
  readonly images: readonly Pixels[]
  /** How finely (`isDetail`); absent as the model's own files say. */
  readonly detail?: string
  readonly newTokens: number
}

interface TracedTensor {
  readonly dims: readonly number[]
  /** SHA-256 (hex) of its bytes. */
  readonly sha256: string
  readonly first: readonly number[]
  /** From the middle on. */
  readonly middle: readonly number[]
}

/** All numbers of one prompt, for comparison with Python. */
export interface Trace {
  readonly images: readonly {
    readonly tensors: Readonly<Record<string, TracedTensor>>
    readonly features: { readonly dims: readonly number[]; readonly values: Float32Array }
  }[]
  readonly ids: readonly number[]
  /** At the last position of the prompt. */
  readonly logits: Float32Array
  readonly greedy: { readonly ids: readonly number[]; readonly text: string }
  /** Logits where the prompt's beginning was computed apart; null where the family cannot, or there is no image. */
  readonly reused: { readonly tokens: number; readonly logits: Float32Array } | null
}

/** Runs one prompt through every step of the runtime and returns the output of each. */
export async function trace(
  vlm: Vlm,
  { turns, images, detail = ownDetail, newTokens }: TraceCase,
): Promise<Trace> {
  const configs = withDetail(vlm.family, vlm.configs, detail)
  const prepared = images.map(image => vlm.family.prepareImage(image, configs, images.length))
  const features: Tensor[] = []
  for (const image of prepared) features.push(await vlm.encodeImage(image))
  const merged = vlm.joinFeatures(features)
  const tokens = prepared.map(image => image.tokens)
  const ids = vlm.promptEncoder.ids(turns, tokens)
  const whole = await vlm.forward(ids, null, 0, merged, vlm.decoderInputs(ids, 0, prepared))
  const { logits } = whole

  const generated: number[] = []
  let step = whole
  while (generated.length < newTokens) {
    const next = greedy(step.logits, vlm.repetitionPenalty, ids, generated)
    if (next === null || vlm.endTokens.has(next)) break
    generated.push(next)
    step = await vlm.next([...ids, ...generated], step, { images: prepared, features: () => merged })
  }
  disposeCache(step.cache)

  return {
    images: await Promise.all(
      prepared.map(async (image, i) => ({
        tensors: await probedTensors(image.tensors),
        features: { dims: features[i]?.dims ?? [], values: floats(features[i]) },
      })),
    ),
    ids,
    logits,
    greedy: { ids: generated, text: generated.length > 0 ? vlm.promptEncoder.text(generated) : '' },
    reused: await reuse(vlm, ids, tokens, prepared, merged),
  }
}

/** The same prompt in two parts, as the runtime asks several questions on one image. */
async function reuse(
  vlm: Vlm,
  ids: readonly number[],
  tokens: readonly string[],
  images: readonly PreparedImage[],
  features: Tensor | null,
): Promise<Trace['reused']> {
  if (features === null || vlm.failsInParts) return null
  const prefix = vlm.promptEncoder.sharedPrefix(tokens, '')
  if (prefix.length === 0 || !prefix.every((id, i) => ids[i] === id)) return null
  const first = await vlm.forward(prefix, null, 0, features, vlm.decoderInputs(prefix, 0, images))
  const rest = ids.slice(prefix.length)
  const inputs = vlm.decoderInputs(ids, prefix.length, images)
  const second = await vlm.forward(rest, first.cache, prefix.length, null, inputs)
  disposeCache(first.cache)
  disposeCache(second.cache)
  return { tokens: prefix.length, logits: second.logits }
}

function floats(tensor: Tensor | undefined): Float32Array {
  return tensor ? Float32Array.from(tensor.data as ArrayLike<number>) : new Float32Array()
}

async function probedTensors(
  tensors: Readonly<Record<string, TensorData>>,
): Promise<Readonly<Record<string, TracedTensor>>> {
  const rows = Object.entries(tensors).map(async ([name, { dims, data }]) => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
    const part = (from: number): number[] => Array.from(data.subarray(from, from + 24), Number)
    const row: TracedTensor = {
      dims,
      sha256: Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join(''),
      first: part(0),
      middle: part(data.length >> 1),
    }
    return [name, row] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

/** A prompt whose images are addresses on our own server. */
export interface TraceRequest extends Pick<TraceCase, 'turns' | 'newTokens' | 'detail'> {
  readonly images: readonly string[]
}

/** A trace as JSON can carry it: floats in plain arrays. */
export type PlainTrace = ReturnType<typeof plainTrace>

export function plainTrace(trace: Trace) {
  return {
    ...trace,
    images: trace.images.map(({ tensors, features: { dims, values } }) => ({
      tensors,
      features: { dims, first: [...values.slice(0, 24)], last: [...values.slice(-24)] },
    })),
    logits: [...trace.logits],
    reused: trace.reused && { ...trace.reused, logits: [...trace.reused.logits] },
  }
}
