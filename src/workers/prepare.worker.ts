import { decodeRgb } from '../data/image/decode.ts'
import type { ModelConfigs, PreparedImage } from '../engine/families/family.ts'
import { familyOf } from '../engine/families/registry.ts'
import { expose, type Remote, transfer, wrap } from './comlink.ts'
import type { DataWorker } from './data.worker.ts'

/** Decodes, resizes and normalises images ahead of the model. */
class PrepareWorker {
  #data: Remote<DataWorker> | null = null
  #configs: ModelConfigs | null = null

  /** The worker that has the folders. */
  dataFrom(data: MessagePort): void {
    this.#data = wrap<DataWorker>(data)
  }

  /** Gives another worker its own line to this one. */
  connect(port: MessagePort): void {
    expose(this, port)
  }

  configure(configs: ModelConfigs): void {
    this.#configs = configs
  }

  /**
   * @param path rooted path of the image
   * @throws VoxelwiseError naming the file: missing, empty, truncated, unreadable, unsupported, too large
   */
  async prepare(path: string): Promise<PreparedImage> {
    if (!this.#data || !this.#configs) throw new Error('The worker is not connected.')
    const blob = await this.#data.openImage(path)
    const pixels = await decodeRgb(new Uint8Array(await blob.arrayBuffer()), path)
    const family = familyOf(String(this.#configs.config.model_type))
    const prepared = family.prepareImage(pixels, this.#configs)
    return transfer(
      prepared,
      Object.values(prepared.tensors).map(({ data }) => data.buffer),
    )
  }
}

export type { PrepareWorker }

expose(new PrepareWorker())
