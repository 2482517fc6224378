import type { Tensor } from '@huggingface/transformers'
import { VoxelwiseError } from '../errors.ts'
import type { PreparedImage } from '../families/family.ts'
import type { Score, Timings } from '../record.ts'
import { disposeCache, type KvCache } from './cache.ts'
import type { Vlm } from './vlm.ts'

/** What the questions on one image share: encoded and prefilled once. */
export interface ImageContext {
  readonly features: Tensor
  readonly tokens: string
  readonly imageTokens: number
  /** The common beginning of their prompts, with its KV cache; null where only one question is asked. */
  readonly prefix: { readonly ids: readonly number[]; readonly cache: KvCache } | null
  readonly timings: Pick<Timings, 'encode' | 'prefix'>
}

/**
 * Encodes an image and, for several questions, prefills what their prompts share. With one question the
 * prefix is left to its own prefill: one pass costs less than two.
 */
export async function openImage(vlm: Vlm, image: PreparedImage, questions: number): Promise<ImageContext> {
  const start = performance.now()
  const features = await vlm.encodeImage(image)
  const encoded = performance.now()
  const imageTokens = features.dims.slice(0, -1).reduce((product, side) => product * side, 1)
  const context = { features, tokens: image.tokens, imageTokens }
  const encode = encoded - start
  const ids = questions > 1 ? vlm.prompter.sharedPrefix(image.tokens) : []
  if (ids.length === 0) return { ...context, prefix: null, timings: { encode, prefix: 0 } }
  const { cache } = await vlm.forward(ids, null, 0, features)
  return { ...context, prefix: { ids, cache }, timings: { encode, prefix: performance.now() - encoded } }
}

export function closeImage(image: ImageContext): void {
  disposeCache(image.prefix?.cache ?? null)
  if (image.features.location === 'gpu-buffer') image.features.dispose()
}

export interface AnswerOptions {
  readonly maxNewTokens: number
  /** What encoding the image and prefilling its prefix cost, where this question is the first on it. */
  readonly shared: Pick<Timings, 'encode' | 'prefix'>
  /** Called with the text so far after each token. */
  readonly onText: (text: string) => void
}

/**
 * One question, answered greedily.
 * @param image null for a text-only question
 * @throws VoxelwiseError prompt-too-long
 */
export async function answer(
  vlm: Vlm,
  prompt: string,
  image: ImageContext | null,
  options: AnswerOptions,
): Promise<Score> {
  const ids = vlm.prompter.ids(prompt, image?.tokens ?? null)
  if (ids.length + 1 > vlm.contextLength)
    throw new VoxelwiseError({
      code: 'prompt-too-long',
      subject: `${ids.length} tokens`,
      message: `The prompt is longer than the model's context of ${vlm.contextLength} tokens.`,
      remedy: 'Use a model with a longer context for this question.',
    })
  const start = performance.now()
  const prefix = image?.prefix && beginsWith(ids, image.prefix.ids) ? image.prefix : null
  const reused = prefix?.ids.length ?? 0
  let step = await vlm.forward(
    ids.slice(reused),
    prefix?.cache ?? null,
    reused,
    prefix === null ? (image?.features ?? null) : null,
  )
  const prefilled = performance.now()

  const generated: number[] = []
  let text = ''
  let stop: Score['stop'] = 'max-new-tokens'
  try {
    while (generated.length < options.maxNewTokens && ids.length + generated.length < vlm.contextLength) {
      const next = greedy(step.logits, vlm.repetitionPenalty, ids, generated)
      if (vlm.endTokens.has(next)) {
        stop = 'end-token'
        break
      }
      generated.push(next)
      text = vlm.prompter.text(generated)
      options.onText(text)
      if (generated.length === options.maxNewTokens) break
      const past = step.cache
      step = await vlm.forward([next], past, ids.length + generated.length - 1, null)
      disposeCache(past)
    }
  } finally {
    disposeCache(step.cache)
  }
  const timings: Timings = {
    ...options.shared,
    prefill: prefilled - start,
    decode: performance.now() - prefilled,
  }
  return {
    text,
    tokens: { prompt: ids.length, image: image?.imageTokens ?? 0, reused, generated: generated.length },
    stop,
    timings,
  }
}

function beginsWith(ids: readonly number[], prefix: readonly number[]): boolean {
  return ids.length > prefix.length && prefix.every((id, i) => ids[i] === id)
}

/**
 * Index of the largest logit, the first of equals, as PyTorch's argmax; with the checkpoint's own repetition
 * penalty, which Python's `generate` applies in greedy decoding too (Keskar et al. 2019, section 4.1).
 * @throws VoxelwiseError inference-failed where no logit is a number: the model overflowed.
 */
export function greedy(
  logits: Float32Array,
  penalty: number,
  prompt: readonly number[],
  generated: readonly number[],
): number {
  let row = logits
  if (penalty !== 1) {
    row = logits.slice()
    for (const id of new Set([...prompt, ...generated])) {
      const value = row[id]
      if (value !== undefined) row[id] = value < 0 ? value * penalty : value / penalty
    }
  }
  let best = -1
  let most = Number.NEGATIVE_INFINITY
  row.forEach((value, id) => {
    if (value > most || (best < 0 && value === most)) {
      most = value
      best = id
    }
  })
  if (best >= 0 && Number.isFinite(most)) return best
  throw new VoxelwiseError({
    code: 'inference-failed',
    subject: 'logits',
    message: 'The model gave no finite logits: its arithmetic overflowed on this device.',
    remedy: 'Choose a precision with 32-bit activations (q4, q8 or fp32), or WASM.',
  })
}
