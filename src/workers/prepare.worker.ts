import { FeatureStore, featureName } from '../data/features/feature-store.ts'
import { decodeRgb } from '../data/image/decode.ts'
import type { Family, ModelConfigs, PreparedImage, TensorData } from '../engine/families/family.ts'
import { familyOf } from '../engine/families/registry.ts'
import { readConfigs } from '../engine/runtime/model-folder.ts'
import { prepareGroup, prepareImage, type Question } from '../engine/runtime/prepare.ts'
import type { ImageInput, PreparedGroup } from '../engine/runtime/prepared.ts'
import { Prompter } from '../engine/runtime/prompter.ts'
import { expose, type Remote, transfer, wrap } from './comlink.ts'
import type { DataWorker } from './data.worker.ts'

export interface PrepareOptions {
  /** What kept features depend on besides the image: model and device; null where none are kept. */
  readonly featureScope: string | null
}

interface Ready {
  readonly data: Remote<DataWorker>
  readonly family: Family
  readonly configs: ModelConfigs
  readonly prompter: Prompter
  readonly features: { readonly store: FeatureStore; readonly scope: string } | null
}

/** Decodes, resizes, normalises and tokenises ahead of the model. */
class PrepareWorker {
  #data: Remote<DataWorker> | null = null
  #ready: Promise<Ready> | null = null

  /** The worker that has the folders. */
  dataFrom(data: MessagePort): void {
    this.#data = wrap<DataWorker>(data)
  }

  /** Gives another worker its own line to this one. */
  connect(port: MessagePort): void {
    expose(this, port)
  }

  /** Reads what it needs of the chosen model; kept while the run's own worker comes and goes. */
  async configure(options: PrepareOptions): Promise<void> {
    this.#ready ??= this.#read(options)
    await this.#ready
  }

  async #read({ featureScope }: PrepareOptions): Promise<Ready> {
    const data = this.#data
    if (!data) throw new Error('The worker is not connected.')
    const folder = { ...(await data.modelFiles()), open: (path: string) => data.openModelFile(path) }
    const configs = await readConfigs(folder)
    const family = familyOf(String(configs.config.model_type))
    const transformers = await import('@huggingface/transformers')
    return {
      data,
      family,
      configs,
      prompter: await Prompter.load(transformers, folder, family, configs),
      features: featureScope === null ? null : { store: await FeatureStore.open(), scope: featureScope },
    }
  }

  /**
   * @param path rooted path of the image, or null
   * @throws VoxelwiseError naming the file: missing, empty, truncated, unreadable, unsupported, too large
   */
  async prepare(
    path: string | null,
    questions: readonly Question[],
    shared: boolean,
  ): Promise<PreparedGroup> {
    const ready = await this.#configured()
    const image = path === null ? null : await this.#image(ready, path)
    const group = prepareGroup(ready.prompter, image, questions, shared)
    const tensors = image
      ? [...Object.values(image.image.tensors), ...(image.features ? [image.features] : [])]
      : []
    return transfer(group, [...new Set(tensors.map(({ data }) => data.buffer))])
  }

  async #image({ data, family, configs, features }: Ready, path: string): Promise<ImageInput> {
    const bytes = await (await data.openImage(path)).arrayBuffer()
    const key = features ? await featureName(features.scope, bytes) : null
    const kept = features && key ? await features.store.read(key) : null
    if (kept) return { ...kept, key: null }
    const pixels = await decodeRgb(new Uint8Array(bytes), path)
    return { image: prepareImage(family, configs, pixels, path), features: null, key }
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
