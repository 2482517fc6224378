import type { Tensor } from '@huggingface/transformers'
import type { UniformRandom } from '@voxelwise/statistics'
import { type ErrorInfo, VoxelwiseError } from '../base/errors.ts'
import type { PreparedImage } from '../families/family.ts'
import { mostProbable, scoreChoices } from '../protocol/choices.ts'
import type { ReplyForm } from '../protocol/protocol.ts'
import type { ModelOutput, Timings } from '../protocol/record.ts'
import { type RunSettings, type Scoring, usualThoughtTokens } from '../protocol/settings.ts'
import { disposeCache, type KvCache } from './cache.ts'
import type { FeatureCache } from './feature-cache.ts'
import { drawnToken, formedToken } from './formed-reply.ts'
import { greedy } from './greedy.ts'
import { reuses } from './prepare.ts'
import type { ImageInput, PreparedGroup, PreparedPrompt } from './prepared.ts'
import type { EventLoopTurns } from './steps.ts'
import { afterBlanks, think } from './think.ts'
import type { DecoderStep, ShownImages, Vlm } from './vlm.ts'

interface EncodedImage {
  readonly image: PreparedImage
  readonly features: Tensor
  readonly tokens: number
}

/** The shared part of questions on the same images: encoded and prefilled once. */
export interface ImageContext {
  /** In the group's order. */
  readonly images: readonly EncodedImage[]
  /** The common beginning of their prompts, with its KV cache; null where it is not computed apart. */
  readonly prefix: { readonly ids: readonly number[]; readonly cache: KvCache } | null
  readonly timings: Pick<Timings, 'encode' | 'prefix'>
}

/** What becomes of the features of an image that was just encoded. */
export interface FeatureUse {
  /** Features of images that other groups show, too; null where no image comes again. */
  readonly cache: FeatureCache | null
  keep(input: ImageInput, image: EncodedImage): void
}

/**
 * Encodes images (or takes stored features) and prefills the shared beginning of their prompts.
 * @throws Stopped before each of these steps
 */
export async function openImages(
  vlm: Vlm,
  { images: inputs, prefix }: Pick<PreparedGroup, 'images' | 'prefix'>,
  use: FeatureUse,
  steps: EventLoopTurns,
): Promise<ImageContext> {
  const images: EncodedImage[] = []
  try {
    let encode = 0
    for (const input of inputs) {
      await steps.next()
      const start = steps.now()
      const known = input.features ? vlm.tensor(input.features) : (use.cache?.get(input.identity) ?? null)
      const encoded = encodedImage(input.image, known ?? (await vlm.encodeImage(input.image)))
      images.push(encoded)
      if (known === null) {
        encode += steps.now() - start
        use.keep(input, encoded)
      }
      use.cache?.hold(input.identity, encoded.features)
    }
    if (prefix.length === 0) return { images, prefix: null, timings: { encode, prefix: 0 } }
    await steps.next()
    const start = steps.now()
    const decoderInputs = vlm.decoderInputs(
      prefix,
      0,
      images.map(({ image }) => image),
    )
    const cache = await vlm.prefill(prefix, null, 0, joined(vlm, images), decoderInputs)
    return { images, prefix: { ids: prefix, cache }, timings: { encode, prefix: steps.now() - start } }
  } catch (error) {
    free(images)
    throw error
  }
}

function encodedImage(image: PreparedImage, features: Tensor): EncodedImage {
  return { image, features, tokens: features.dims.slice(0, -1).reduce((product, side) => product * side, 1) }
}

/** One image as it is, several concatenated; null for none. */
function joined(vlm: Vlm, images: readonly EncodedImage[]): Tensor | null {
  return vlm.joinFeatures(images.map(({ features }) => features))
}

export function closeImages({ images, prefix }: ImageContext): void {
  disposeCache(prefix?.cache ?? null)
  free(images)
}

function free(images: readonly EncodedImage[]): void {
  for (const { features } of images) if (features.location === 'gpu-buffer') features.dispose()
}

export interface AnswerOptions {
  /** Whether the verdict on every text that begins so is the same. */
  readonly isSettled: (prefix: string) => boolean
  readonly scoring: Scoring
  readonly fullText: boolean
  readonly maxNewTokens: number
  /** Whether the model thinks first, and how long at most. */
  readonly thinking?: RunSettings['thinking']
  readonly thoughtTokens?: RunSettings['thoughtTokens']
  /** The constraint on the text during decoding; absent if there is none. */
  readonly form?: ReplyForm
  /** Draws tokens by their probabilities; the most probable one is taken where absent. */
  readonly random?: UniformRandom
  /** What encoding the images and prefilling their prefix cost, where this question is the first on them. */
  readonly shared: Pick<Timings, 'encode' | 'prefix'>
  /** Called with the text so far after each token. */
  readonly onText: (text: string) => void
  readonly steps: EventLoopTurns
}

/**
 * One question, answered. @param context of its images; null for a text-only question
 * @throws VoxelwiseError prompt-too-long, inference-failed (the arithmetic overflowed), choices-impossible; Stopped
 */
export async function answer(
  vlm: Vlm,
  prompt: PreparedPrompt,
  context: ImageContext | null,
  options: AnswerOptions,
): Promise<ModelOutput> {
  const { ids } = prompt
  if (options.scoring === 'choices' && prompt.answers.length === 0) throw new VoxelwiseError(nothingOffered)
  if (ids.length + 1 > vlm.contextLength) throw tooLong(ids.length, vlm.contextLength)
  const { steps } = options
  await steps.next()
  const start = steps.now()
  const known = context?.images ?? []
  const encoded = prompt.images.flatMap(image => known[image] ?? [])
  const prefix = context?.prefix && reuses(prompt, context.prefix.ids, known.length) ? context.prefix : null
  const reused = prefix?.ids.length ?? 0
  const shown = { images: encoded.map(({ image }) => image), features: () => joined(vlm, encoded) }
  const inputs = vlm.decoderInputs(ids, reused, shown.images)
  const features = prefix ? null : shown.features()
  const promptInputs = [ids.slice(reused), prefix?.cache ?? null, reused, features, inputs] as const
  let prefilled: number
  let said: Said
  if (options.thinking === 'on' && !options.form && !options.random) {
    const step = await vlm.forward(...promptInputs)
    prefilled = steps.now()
    said = await answerAfterThought(vlm, prompt, shown, step, options)
  } else if (options.scoring === 'choices') {
    const logits = await vlm.logits(...promptInputs)
    prefilled = steps.now()
    said = choose(vlm, prompt, logits)
  } else {
    const step = await vlm.forward(...promptInputs)
    prefilled = steps.now()
    said = await generate(vlm, ids, shown, step, options)
  }
  return {
    text: said.text,
    tokens: {
      prompt: ids.length,
      image: encoded.reduce((sum, { tokens }) => sum + tokens, 0),
      reused,
      generated: said.generated,
    },
    stop: said.stop,
    ...(said.choices && { choices: said.choices }),
    ...(said.thought && { thought: said.thought }),
    timings: { ...options.shared, prefill: prefilled - start, decode: steps.now() - prefilled },
  }
}

interface Said extends Pick<ModelOutput, 'text' | 'stop' | 'choices' | 'thought'> {
  readonly generated: number
}

/** The thought, then the answer or its probabilities; no answer where the thought does not end. */
async function answerAfterThought(
  vlm: Vlm,
  prompt: PreparedPrompt,
  shown: ShownImages,
  first: DecoderStep,
  options: AnswerOptions,
): Promise<Said> {
  const { steps, thoughtTokens: most = usualThoughtTokens } = options
  const thinking = await think(vlm, prompt.ids, first, { most, shown, steps })
  if (!thinking) throw new VoxelwiseError(overflowed)
  const { stop, begun, step } = thinking
  const thought = thinking.thought && { thought: thinking.thought }
  if (stop) {
    disposeCache(step.cache)
    return { text: '', stop, ...thought, generated: 0 }
  }
  const ids = [...prompt.ids, ...thinking.ids]
  if (options.scoring === 'choices') {
    const at = await afterBlanks(vlm, ids, step, { shown, steps })
    disposeCache(at.cache)
    return { ...choose(vlm, prompt, at.logits), ...thought }
  }
  const withBegun = (text: string): string => `${begun}${text}`.trimStart()
  const said = await generate(vlm, ids, shown, step, {
    ...options,
    isSettled: text => options.isSettled(withBegun(text)),
    onText: text => options.onText(withBegun(text)),
  })
  return { ...said, text: withBegun(said.text), ...thought }
}

/** The most probable of the answers that are offered, read from the logits at the answer position. */
function choose(vlm: Vlm, prompt: PreparedPrompt, logits: Float32Array): Said {
  const choices = scoreChoices(logits, prompt.answers, vlm.spellings(prompt.answers))
  if (choices.some(({ logprob }) => Number.isNaN(logprob))) throw new VoxelwiseError(overflowed)
  return { text: mostProbable(choices)?.letter ?? '', stop: 'choices', choices, generated: 0 }
}

/** Text until the model ends it, the limit or a whole form is reached, or the verdict cannot change. */
async function generate(
  vlm: Vlm,
  ids: readonly number[],
  shown: ShownImages,
  first: DecoderStep,
  options: AnswerOptions,
): Promise<Said> {
  const generated: number[] = []
  const limit = Math.min(options.maxNewTokens, vlm.contextLength - ids.length)
  // A tokenizer that joins "A" and " n't" when it decodes could still change the end.
  const mayStop = !options.fullText && !vlm.promptEncoder.tidiesText
  let step = first
  let text = ''
  try {
    for (;;) {
      const next = nextToken(vlm, step.logits, ids, { generated, text }, options)
      if (vlm.endTokens.has(next)) return { text, stop: 'end-token', generated: generated.length }
      generated.push(next)
      text = vlm.promptEncoder.text(generated)
      options.onText(text)
      if (options.form?.isWhole(text) || (mayStop && options.isSettled(text)))
        return { text, stop: 'verdict', generated: generated.length }
      if (generated.length >= limit) return { text, stop: 'max-new-tokens', generated: generated.length }
      await options.steps.next()
      step = await vlm.next([...ids, ...generated], step, shown)
    }
  } finally {
    disposeCache(step.cache)
  }
}

function nextToken(
  vlm: Vlm,
  logits: Float32Array,
  prompt: readonly number[],
  { generated, text }: { readonly generated: readonly number[]; readonly text: string },
  { form, random }: AnswerOptions,
): number {
  if (form) {
    const { promptEncoder } = vlm
    const textWith = (id: number): string => promptEncoder.text([...generated, id])
    const next = formedToken(logits, vlm.tokensFor(form), form, text, textWith, random ?? null)
    if (next === null) throw new VoxelwiseError(logits.some(Number.isFinite) ? formless : overflowed)
    return next
  }
  const next = random ? drawnToken(logits, random) : greedy(logits, vlm.repetitionPenalty, prompt, generated)
  if (next === null) throw new VoxelwiseError(overflowed)
  return next
}

const formless: ErrorInfo = {
  code: 'choices-impossible',
  subject: 'tokenizer.json',
  message: 'The model has no token that fits the reply form.',
  remedy: 'Let the judge reply freely. Unreadable replies are counted.',
}

function tooLong(length: number, context: number): VoxelwiseError {
  return new VoxelwiseError({
    code: 'prompt-too-long',
    subject: `${length} tokens`,
    message: `The prompt is longer than the model's context of ${context} tokens.`,
    remedy: 'Use a model with a longer context for this question.',
  })
}

const nothingOffered: ErrorInfo = {
  code: 'choices-impossible',
  subject: 'option probabilities',
  message: 'This question needs a free-text or multi-select answer, which option probabilities cannot score.',
  remedy: 'Score this data set by generated text.',
}

const overflowed: ErrorInfo = {
  code: 'inference-failed',
  subject: 'logits',
  message: 'The model’s arithmetic overflowed on this device (no finite logits).',
  remedy: 'Choose a precision with 32-bit activations (q4, q8 or fp32), or WASM.',
}
