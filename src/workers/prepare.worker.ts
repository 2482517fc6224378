import { type ImageSettings, imageInput, type KeptFeatures } from '../data/images/image-input.ts'
import { type ServerPicture, serverPicture } from '../data/servers/picture.ts'
import { FeatureStore, featureName } from '../data/store/features/feature-store.ts'
import { VoxelwiseError } from '../engine/base/errors.ts'
import { pagePart } from '../engine/base/page-parts.ts'
import type { PreparedImage, TensorData } from '../engine/families/family.ts'
import { familyOf } from '../engine/families/registry.ts'
import { checkSettings } from '../engine/model/check-settings.ts'
import { refusesImages } from '../engine/model/several-images.ts'
import type { PixelChange } from '../engine/probes/perturbation.ts'
import type { ChatTemplate } from '../engine/protocol/settings.ts'
import {
  type Conversation,
  checkConversation,
  checkPrompter,
} from '../engine/runtime/check-prompt-encoder.ts'
import { readConfigs } from '../engine/runtime/model-folder.ts'
import { prepareGroup, type Question } from '../engine/runtime/prepare.ts'
import type { ImageInput, PreparedGroup } from '../engine/runtime/prepared.ts'
import { type OnStage, PromptEncoder } from '../engine/runtime/prompt-encoder.ts'
import { expose, type Remote, transfer, wrap } from './shared/comlink.ts'
import { Heartbeat } from './shared/heartbeat.ts'
import type { RunFolders } from './shared/run-folders.ts'

export interface PrepareOptions {
  /** What kept features depend on besides the image: model and device; null where none are kept. */
  readonly featureScope: string | null
  /** The model's own unless given. */
  readonly chatTemplate?: ChatTemplate
  /** What the questions ask of the chat template beyond one turn with an image. */
  readonly conversation?: Conversation
  /** Of an `Heartbeat`, which is told what is prepared. */
  readonly hand?: SharedArrayBuffer | null
}

interface Ready extends ImageSettings {
  readonly data: Remote<RunFolders>
  readonly promptEncoder: PromptEncoder
  readonly features: (KeptFeatures & { readonly store: FeatureStore }) | null
}

/** Decodes, resizes, normalises and tokenises ahead of the model. */
class PrepareWorker {
  #data: Remote<RunFolders> | null = null
  #ready: Promise<Ready> | null = null
  #hand = new Heartbeat(null)
  /** First samples of what was begun and has not ended: while one waits for its bytes, others are prepared. */
  readonly #begun = new Set<number>()

  /** The run's folders. */
  dataFrom(data: MessagePort): void {
    this.#data = wrap<RunFolders>(data)
  }

  /** Gives another worker its own line to this one. */
  connect(port: MessagePort): void {
    expose(this, port)
  }

  /**
   * Reads what it needs of the chosen model, and tries it; kept while the run's own worker comes and goes.
   * @param onStage told before anything that may never end
   * @throws VoxelwiseError model-config and others, for what is wrong whatever the sample is
   */
  async configure(options: PrepareOptions, onStage: OnStage = () => {}): Promise<void> {
    this.#hand = new Heartbeat(options.hand ?? null)
    this.#ready ??= this.#read(options, onStage)
    await this.#ready
  }

  async #read(
    { featureScope, chatTemplate, conversation }: PrepareOptions,
    onStage: OnStage,
  ): Promise<Ready> {
    const data = this.#data
    if (!data) throw new Error('The worker is not connected.')
    const folder = { ...(await data.modelFiles()), open: (path: string) => data.openModelFile(path) }
    const configs = await readConfigs(folder)
    const family = familyOf(String(configs.config.model_type))
    const problem = refusesImages(String(configs.config.model_type), family, conversation?.images ?? 0)
    if (problem) throw new VoxelwiseError(problem)
    const settings = checkSettings(family, configs)
    const transformers = await pagePart(import('@huggingface/transformers'))
    let isTrying = true
    const told: OnStage = subject => {
      if (isTrying) onStage(subject)
    }
    const promptEncoder = await PromptEncoder.load(transformers, folder, family, configs, chatTemplate, told)
    checkPrompter(promptEncoder, folder.name, settings)
    if (conversation) checkConversation(promptEncoder, folder.name, settings, conversation)
    isTrying = false
    const store = featureScope === null ? null : await FeatureStore.open()
    return {
      data,
      family,
      configs,
      promptEncoder,
      features:
        featureScope === null || store === null
          ? null
          : {
              store,
              nameOf: identity => featureName(featureScope, identity),
              read: name => store.read(name),
            },
    }
  }

  /** A model's file, for the thread that is busy with another. */
  async readFile(file: Blob): Promise<ArrayBuffer> {
    const bytes = await file.arrayBuffer()
    return transfer(bytes, [bytes])
  }

  /**
   * @param paths rooted paths of the images, in order
   * @param opening as in `prepareGroup`
   * @param change what a probe does to the pixels of each
   * @throws VoxelwiseError naming the file at fault: missing, empty, truncated, unreadable, unsupported, too large
   */
  async prepare(
    paths: readonly string[],
    questions: readonly Question[],
    opening: string | null,
    change: PixelChange | null = null,
  ): Promise<PreparedGroup> {
    const ready = await this.#configured()
    const index = questions[0]?.index ?? 0
    this.#begun.add(index)
    try {
      const images: ImageInput[] = []
      for (const path of paths) images.push(await this.#image(ready, index, path, paths.length, change))
      this.#hand.take(index, 'prompt')
      const group = prepareGroup(ready.promptEncoder, images, questions, opening)
      const tensors = images.flatMap(({ image, features }) => [
        ...Object.values(image.tensors),
        ...(features ? [features] : []),
      ])
      return transfer(group, [...new Set(tensors.map(({ data }) => data.buffer))])
    } finally {
      this.#begun.delete(index)
      const [waiting] = this.#begun
      if (waiting === undefined) this.#hand.putDown()
      else this.#hand.take(waiting, 'image')
    }
  }

  /**
   * Images as a model server takes them: the bytes of a PNG or JPEG file as they are, anything else as PNG. Needs no model.
   * @param index of the sample that they are prepared for
   * @param hand of an `Heartbeat`, which is told what is prepared
   * @throws VoxelwiseError as `prepare`
   */
  async pictures(
    index: number,
    paths: readonly string[],
    change: PixelChange | null,
    hand: SharedArrayBuffer | null,
  ): Promise<readonly ServerPicture[]> {
    const data = this.#data
    if (!data) throw new Error('The worker is not connected.')
    const heart = new Heartbeat(hand)
    const pictures: ServerPicture[] = []
    for (const path of paths) {
      heart.take(index, 'image')
      pictures.push(await serverPicture(await data.readImage(path), path, change))
    }
    heart.putDown()
    return pictures
  }

  /** @param count images in the same prompt */
  async #image(
    ready: Ready,
    index: number,
    path: string,
    count: number,
    change: PixelChange | null,
  ): Promise<ImageInput> {
    this.#hand.take(index, 'image')
    const file = await ready.data.readImage(path)
    // Another may have been begun in the meantime.
    this.#hand.take(index, 'image')
    return imageInput(ready, file, path, count, change)
  }

  async keepFeatures(key: string, image: PreparedImage, features: TensorData): Promise<void> {
    const { features: kept } = await this.#configured()
    await kept?.store.write(key, { image, features })
  }

  #configured(): Promise<Ready> {
    if (!this.#ready) throw new Error('The worker is not configured.')
    return this.#ready
  }
}

export type { PrepareWorker }

expose(new PrepareWorker())
