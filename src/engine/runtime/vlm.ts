import type { PreTrainedModel, Tensor } from '@huggingface/transformers'
import { ownValue } from '@voxelwise/python'
import type { Tensor as OrtTensor } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import { getOrMake } from '../base/grouping.ts'
import type { Family, ModelConfigs, PreparedImage, TensorData } from '../families/family.ts'
import { checkSettings, textSettings } from '../model/check-settings.ts'
import { sessionFile } from '../model/layout.ts'
import { findSpellings, type Spellings } from '../protocol/choices.ts'
import { type ReplyForm, yesAndNo } from '../protocol/protocol.ts'
import { letters } from '../protocol/protocols/mapped.ts'
import type { ChatTemplate, ThinkingChoice } from '../protocol/settings.ts'
import type { Backend, Ort } from './backend.ts'
import { cacheFromOutputs, disposeCache, type KvCache, pastNames } from './cache.ts'
import { CachesInPlace } from './caches-in-place.ts'
import {
  asType,
  int64s,
  lastLogits,
  type NamedTensors,
  runDecoder,
  runSession,
  toFloats,
  type Wanted,
} from './decoder.ts'
import { allowedTokens } from './formed-reply.ts'
import {
  type LoadedWeights,
  loadParts,
  type ModelParts,
  type PartsOptions,
  type Transformers,
} from './load-parts.ts'
import type { ModelFolder } from './model-folder.ts'
import { PromptEncoder } from './prompt-encoder.ts'
import type { Session } from './sessions.ts'
import { type DecoderTrial, firstRunFailed, tryDecoder } from './trial.ts'

/** The methods of a transformers.js image-text-to-text model that we call (its types are `any`). */
interface ImageTextModel extends PreTrainedModel {
  encode_image(inputs: Readonly<Record<string, Tensor>>): Promise<Tensor>
  _merge_input_ids_with_image_features(inputs: {
    readonly image_features: Tensor
    readonly inputs_embeds: Tensor
    readonly input_ids: Tensor
    readonly attention_mask: Tensor
  }): { readonly inputs_embeds: Tensor; readonly attention_mask: Tensor }
}

export interface ModelLoadOptions extends PartsOptions {
  readonly chatTemplate?: ChatTemplate
  readonly thinking?: ThinkingChoice | undefined
  /** Settles when a thread that can be ended has found tokenizer and chat template usable. */
  readonly checked?: Promise<void>
}

/** Logits of the last position, and the KV cache up to it. */
export interface DecoderStep {
  readonly logits: Float32Array
  readonly cache: KvCache
}

/** The images of a prompt. */
export interface ShownImages {
  readonly images: readonly PreparedImage[]
  /** Joined; requested only where all tokens are computed again. */
  readonly features: () => Tensor | null
}

type DecoderRun = readonly [
  ids: readonly number[],
  past: KvCache | null,
  pastLength: number,
  features: Tensor | null,
  more?: Readonly<Record<string, TensorData>>,
]

/** A loaded vision-language model, or a language model that encodes nothing: encode, prefill, decode. One call at a time. */
export class Vlm {
  readonly configs: ModelConfigs
  readonly family: Family
  readonly promptEncoder: PromptEncoder
  readonly endTokens: ReadonlySet<number>
  /** Most tokens a prompt and its answer may have together. */
  readonly contextLength: number
  readonly repetitionPenalty: number
  /** As `ModelParts` has it. */
  readonly weights: () => Promise<LoadedWeights>
  readonly #ort: Ort
  readonly #transformers: Transformers
  readonly #model: ImageTextModel
  readonly #embed: Session
  readonly #decoder: Session
  readonly #pastNames: ReadonlyMap<string, string>
  /** Null where each run gives a cache of its own. */
  #inPlace: CachesInPlace | null
  #spellings: Spellings | null = null
  readonly #formTokens = new Map<ReplyForm, readonly number[]>()
  /** From the family or the graph, and from a trial. */
  readonly #knownWhole: string | null
  #found: DecoderTrial = { whole: null, takesCache: true }
  /** Whether the image encoder ever gave features. */
  #hasEncoded = false

  private constructor(
    { ort, transformers, family, configs, weights }: ModelParts,
    model: ImageTextModel,
    embed: Session,
    decoder: Session,
    promptEncoder: PromptEncoder,
  ) {
    this.#ort = ort
    this.#transformers = transformers
    this.#model = model
    this.#embed = embed
    this.#decoder = decoder
    this.#pastNames = pastNames(decoder.outputNames)
    this.family = family
    this.weights = weights
    this.configs = configs
    this.promptEncoder = promptEncoder
    const { contextLength, endTokens, repetitionPenalty } = textSettings(configs)
    this.endTokens = endTokens
    this.contextLength = contextLength ?? Number.POSITIVE_INFINITY
    this.#inPlace = CachesInPlace.of(ort, decoder, configs, this.#pastNames, this.contextLength)
    this.repetitionPenalty = repetitionPenalty
    this.#knownWhole = prefixUnsupportedReason(family, decoder)
  }

  /** @throws VoxelwiseError naming the file or the part at fault */
  static async load(backend: Backend, folder: ModelFolder, options: ModelLoadOptions): Promise<Vlm> {
    return Vlm.of(await loadParts(backend, folder, options), folder, options)
  }

  /** A model of parts that are loaded, or on their way. @throws VoxelwiseError as `load` */
  static async of(parts: ModelParts, folder: ModelFolder, options: ModelLoadOptions): Promise<Vlm> {
    const { configs, family, transformers } = parts
    const [promptEncoder, sessions] = await Promise.all([
      Promise.resolve(options.checked).then(() =>
        PromptEncoder.load(transformers, folder, family, configs, options),
      ),
      parts.sessions,
    ])
    options.onPhase?.('tokenizer')
    const { embed_tokens: embed, decoder_model_merged: decoder } = sessions
    if (!embed || !decoder)
      throw new Error(`The family ${family.modelClass} names no embedding or no decoder.`)
    const classes = transformers as unknown as Readonly<
      Record<string, new (...args: unknown[]) => ImageTextModel>
    >
    const Model = ownValue(classes, family.modelClass)
    if (!Model)
      throw new VoxelwiseError({
        code: 'model-unsupported',
        subject: family.modelClass,
        message: 'This version of transformers.js does not have this model class.',
        remedy: 'Please report it: the page was built with the wrong version.',
      })
    const config = new transformers.PretrainedConfig(configs.config)
    const model = new Model(config, sessions, { generation_config: configs.generation })
    const vlm = new Vlm(parts, model, embed, decoder, promptEncoder)
    const ids = promptEncoder.encode(trialText).slice(0, trialTokens)
    const subject = `${folder.name}/${sessionFile('decoder_model_merged', options.dtype)}`
    vlm.#found = await tryDecoder(vlm, ids, subject)
    if (vlm.#inPlace && vlm.failsInParts) {
      vlm.#inPlace = null
      vlm.#found = await tryDecoder(vlm, ids, subject)
    }
    options.onPhase?.('trial of the decoder')
    return vlm
  }

  /** Why every prompt must be computed in full; null if the shared beginning of prompts can be computed once. */
  get prefixUnsupported(): string | null {
    return this.#knownWhole ?? this.#found.whole
  }

  /** Whether a prompt was tried in two parts, and failed. */
  get failsInParts(): boolean {
    return this.#found.whole !== null
  }

  /**
   * Image features of one prepared image, in the encoder's own shape.
   * @throws VoxelwiseError model-load where the encoder can encode nothing
   */
  async encodeImage(image: PreparedImage): Promise<Tensor> {
    try {
      const features = await this.#encode(image)
      this.#hasEncoded = true
      return features
    } catch (cause) {
      if (!this.#hasEncoded) await this.#tryEncoder(cause)
      throw cause
    }
  }

  /** Whether the first image is at fault, or the encoder: that fails on a small black one, too. */
  async #tryEncoder(cause: unknown): Promise<void> {
    try {
      const { image } = checkSettings(this.family, this.configs)
      if (image) await this.#encode(image)
    } catch {
      throw firstRunFailed('vision_encoder', cause)
    }
  }

  #encode(image: PreparedImage): Promise<Tensor> {
    const inputs = Object.entries(image.tensors).map(([name, tensor]) => [name, this.tensor(tensor)] as const)
    return this.#model.encode_image(Object.fromEntries(inputs))
  }

  /** The values of an image's features in memory, as float32. */
  async featureRows(features: Tensor): Promise<Float32Array> {
    const held = (features as unknown as { readonly ort_tensor: OrtTensor }).ort_tensor
    if (held.location === 'gpu-buffer') await held.getData()
    return toFloats(held)
  }

  /** Features of a prompt's images, concatenated in the order of its placeholder tokens; null for none. */
  joinFeatures(features: readonly Tensor[]): Tensor | null {
    const [only, ...more] = features.map(tensor => tensor.view(-1, tensor.dims.at(-1) ?? 1))
    if (!only) return null
    return more.length > 0 ? this.#transformers.cat([only, ...more], 0) : only
  }

  /** Runs the decoder over `ids`, on top of `past`. @param more further inputs from the family, see `decoderInputs` */
  async forward(...input: DecoderRun): Promise<DecoderStep> {
    const { outputs, cache } = await this.#decode(this.#decoder.outputNames, ...input)
    return { logits: lastLogits(outputs), cache }
  }

  /**
   * One more token, the last of `ids`, on top of the cache of those before it, which is then freed; all of them again if
   * the decoder takes no cache.
   */
  async next(ids: readonly number[], { cache: past }: DecoderStep, shown: ShownImages): Promise<DecoderStep> {
    const { images, features } = shown
    const at = ids.length - 1
    const step = this.#found.takesCache
      ? await this.forward([ids[at] as number], past, at, null, this.decoderInputs(ids, at, images))
      : await this.forward(ids, null, 0, features(), this.decoderInputs(ids, 0, images))
    disposeCache(past)
    return step
  }

  /** The same for the logits alone: a cache that nobody reads on need not be copied out of the session. */
  async logits(...input: DecoderRun): Promise<Float32Array> {
    return lastLogits((await this.#decode(['logits'], ...input)).outputs)
  }

  /** The same for the cache alone. */
  async prefill(...input: DecoderRun): Promise<KvCache> {
    return (await this.#decode([...this.#pastNames.keys()], ...input)).cache
  }

  async #decode(
    wanted: readonly string[],
    ...[ids, past, pastLength, features, more = {}]: DecoderRun
  ): Promise<{ readonly outputs: NamedTensors; readonly cache: KvCache }> {
    const { Tensor } = this.#ort
    const input_ids = new Tensor('int64', int64s(ids), [1, ids.length])
    const length = pastLength + ids.length
    const attention_mask = new Tensor('int64', new BigInt64Array(length).fill(1n), [1, length])
    const embedded = this.family.embeddedIds?.(ids, this.configs)
    // Besides the embeddings, there may be per-layer inputs for each token.
    let { inputs_embeds, ...perToken } = await runSession(this.#embed, {
      input_ids: embedded ? new Tensor('int64', int64s(embedded), [1, embedded.length]) : input_ids,
    })
    if (!inputs_embeds) throw new Error('The embedding has no output named "inputs_embeds".')
    inputs_embeds = asType(this.#ort, inputs_embeds, 'float32')
    if (features !== null)
      inputs_embeds = this.#merged({ inputs_embeds, input_ids, attention_mask }, features)
    const extra = Object.entries(more).map(
      ([name, { type, dims, data }]) =>
        [name, new Tensor(type as 'float32', data as Float32Array, dims)] as const,
    )
    const given = { ...perToken, inputs_embeds, attention_mask, ...past, ...Object.fromEntries(extra) }
    const run = (own: NamedTensors, outputs: Wanted): Promise<NamedTensors> =>
      runDecoder(this.#ort, this.#decoder, this.configs, { ...given, ...own }, outputs)
    const isKept = wanted.some(name => this.#pastNames.has(name))
    const inPlace = isKept || past ? (this.#inPlace?.step(past, pastLength, length) ?? null) : null
    if (!inPlace) {
      const outputs = await run({}, wanted)
      return { outputs, cache: cacheFromOutputs(outputs, this.#pastNames) }
    }
    const others = wanted.flatMap(name => (this.#pastNames.has(name) ? [] : [[name, null] as const]))
    const outputs = await run(inPlace.past, { ...Object.fromEntries(others), ...inPlace.present })
    const cache = isKept ? inPlace.keep() : {}
    inPlace.end()
    return { outputs, cache }
  }

  /** The embeddings with an image's features instead of its placeholder tokens, by transformers.js itself. */
  #merged(
    given: Readonly<Record<'inputs_embeds' | 'input_ids' | 'attention_mask', OrtTensor>>,
    features: Tensor,
  ): OrtTensor {
    const { Tensor } = this.#transformers
    const wrapped = (tensor: OrtTensor): Tensor => new Tensor(tensor as never)
    const { inputs_embeds } = this.#model._merge_input_ids_with_image_features({
      image_features: features,
      inputs_embeds: wrapped(given.inputs_embeds),
      input_ids: wrapped(given.input_ids),
      attention_mask: wrapped(given.attention_mask),
    })
    return (inputs_embeds as unknown as { readonly ort_tensor: OrtTensor }).ort_tensor
  }

  /** The family's decoder inputs for `ids` from `from` on, for `forward`. */
  decoderInputs(
    ids: readonly number[],
    from: number,
    images: readonly PreparedImage[],
  ): Readonly<Record<string, TensorData>> {
    const grids = images.flatMap(({ grid }) => (grid ? [grid] : []))
    return this.family.decoderInputs?.({ ids, from, grids }, this.configs) ?? {}
  }

  async dispose(): Promise<void> {
    await this.#model.dispose()
  }

  /** Which tokens spell each letter, yes and no, found once; those of `answers` have to be there. */
  spellings(answers: readonly string[]): Spellings {
    this.#spellings ??= findSpellings([...letters, ...yesAndNo], this.promptEncoder.vocabularySize, id =>
      this.promptEncoder.text([id]),
    )
    const spellings = this.#spellings
    const lacking = answers.find(answer => !spellings.get(answer)?.length)
    if (lacking === undefined) return spellings
    throw new VoxelwiseError({
      code: 'model-config',
      subject: `tokenizer.json: ${lacking}`,
      message: `The tokenizer has no single token for "${lacking}".`,
      remedy: 'Evaluate this model with generated text instead of option probabilities.',
    })
  }

  /** Tokens that a reply of a form may be made of. */
  tokensFor(form: ReplyForm): readonly number[] {
    return getOrMake(this.#formTokens, form, () => allowedTokens(form, this.promptEncoder))
  }

  tensor({ type, dims, data }: TensorData): Tensor {
    return new this.#transformers.Tensor(type, data, [...dims])
  }
}

/** A few tokens are tried before the first question. */
const trialText = 'Is it A or B?'
const trialTokens = 6

/** Why every prompt must be computed in full; null if a shared beginning gives the same numbers. */
export function prefixUnsupportedReason(
  family: Pick<Family, 'prefixUnsupported'>,
  decoder: Pick<Session, 'scalesWholeCalls' | 'inputMetadata'>,
): string | null {
  if (family.prefixUnsupported !== undefined) return family.prefixUnsupported
  if (decoder.scalesWholeCalls) return 'this precision scales activations over all tokens of a call'
  // Within a call ONNX Runtime keeps the state in 32 bits (observed: logits up to 8e-3 apart).
  const rounds = decoder.inputMetadata.some(
    input => input.name.startsWith('past_recurrent') && input.isTensor && input.type === 'float16',
  )
  return rounds ? 'this precision rounds the state of linear layers wherever a prompt is cut' : null
}
