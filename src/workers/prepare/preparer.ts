import { type ImageSettings, imageInput, type KeptFeatures } from '../../data/images/image-input.ts'
import { type SeenByModel, seenPicture } from '../../data/images/picture.ts'
import { serverPicture } from '../../data/servers/picture.ts'
import { FeatureStore, featureName } from '../../data/store/features/feature-store.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { pagePart } from '../../engine/base/page-parts.ts'
import type { PreparedImage, TensorData } from '../../engine/families/family.ts'
import { familyOf } from '../../engine/families/registry.ts'
import { type ColourRange, colourRange, seenPictures } from '../../engine/families/seen.ts'
import { checkSettings } from '../../engine/model/check-settings.ts'
import { refusesImages } from '../../engine/model/refusal.ts'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import { policyOf } from '../../engine/protocol/window-policy.ts'
import { checkConversation, checkPrompter } from '../../engine/runtime/check-prompt-encoder.ts'
import { readConfigs } from '../../engine/runtime/model-folder.ts'
import { prepareGroup, type Question } from '../../engine/runtime/prepare.ts'
import type { ImageInput, PreparedGroup } from '../../engine/runtime/prepared.ts'
import { type OnStage, PromptEncoder } from '../../engine/runtime/prompt-encoder.ts'
import type { ServerPicture } from '../../engine/servers/request.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { PrepareOptions, PrepareWorker } from '../contracts/run.ts'
import { expose, type Remote, transfer, wrap } from '../shared/comlink.ts'
import { Heartbeat } from '../shared/heartbeat.ts'

interface Ready extends ImageSettings {
  readonly data: Remote<RunFolders>
  readonly promptEncoder: PromptEncoder
  readonly features: (KeptFeatures & { readonly store: FeatureStore }) | null
}

/** Decodes, resizes, normalises and tokenises ahead of the model. */
export class Preparer implements PrepareWorker {
  #data: Remote<RunFolders> | null = null
  #ready: Promise<Ready> | null = null
  #hand = new Heartbeat(null)
  /** First samples of unfinished groups: while one waits for its bytes, others are prepared. */
  readonly #begun = new Set<number>()
  /** What black and white become for the model's encoder, once that was needed. */
  #colours: ColourRange | null = null

  dataFrom(data: MessagePort): void {
    this.#data = wrap<RunFolders>(data)
  }

  connect(port: MessagePort): void {
    expose(this, port)
  }

  async configure(options: PrepareOptions, onStage: OnStage = () => {}): Promise<void> {
    this.#hand = new Heartbeat(options.hand ?? null)
    this.#ready ??= this.#read(options, onStage)
    await this.#ready
  }

  async #read(
    { featureScope, chatTemplate, thinking, conversation, window }: PrepareOptions,
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
    const onTry: OnStage = subject => {
      if (isTrying) onStage(subject)
    }
    const promptEncoder = await PromptEncoder.load(
      transformers,
      folder,
      family,
      configs,
      chatTemplate,
      onTry,
      thinking,
    )
    checkPrompter(promptEncoder, folder.name, settings)
    if (conversation) checkConversation(promptEncoder, folder.name, settings, conversation)
    isTrying = false
    const store = featureScope === null ? null : await FeatureStore.open()
    return {
      data,
      family,
      configs,
      promptEncoder,
      policy: policyOf(window),
      readMask: async path => (await data.readImage(path)).bytes,
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

  async readFile(file: Blob): Promise<ArrayBuffer> {
    const bytes = await file.arrayBuffer()
    return transfer(bytes, [bytes])
  }

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

  async show(paths: readonly string[], question: Question, change: PixelChange | null): Promise<SeenByModel> {
    const ready = await this.#configured()
    const { family, configs, promptEncoder } = ready
    const images: ImageInput[] = []
    for (const path of paths)
      images.push(await this.#image(ready, question.index, path, paths.length, change))
    const tokens = images.map(({ image }) => image.tokens)
    const prompt = promptEncoder.render(question.turns, tokens)
    this.#colours ??= paths.length > 0 ? colourRange(family, configs) : null
    const colours = this.#colours
    const seen = images.map(({ image }) => (colours ? seenPictures(image, configs, colours) : []))
    return {
      images: await Promise.all(seen.map(pictures => Promise.all(pictures.map(seenPicture)))),
      prompt,
      tokens: promptEncoder.encode(prompt).length,
    }
  }

  async pictures(
    index: number,
    paths: readonly string[],
    change: PixelChange | null,
    hand: SharedArrayBuffer | null,
    window?: string,
  ): Promise<readonly ServerPicture[]> {
    const data = this.#data
    if (!data) throw new Error('The worker is not connected.')
    const heart = new Heartbeat(hand)
    const readMask = async (mask: string) => (await data.readImage(mask)).bytes
    const pictures: ServerPicture[] = []
    for (const path of paths) {
      heart.take(index, 'image')
      pictures.push(await serverPicture(await data.readImage(path), path, change, readMask, policyOf(window)))
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
    // Another group may have begun meanwhile.
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
