import type { Tensor } from '@huggingface/transformers'

/** Bytes of features that are held at most: some hundred images of a small model. */
const maxBytes = 2 ** 27

/**
 * Features of the images shown last, for groups that share images (neighbouring frames of one video): an image that
 * returns soon is encoded once. Features on the GPU are not cached, since they are freed with their group.
 */
export class FeatureCache {
  readonly #most: number
  /** The one that was wanted longest ago first. */
  readonly #held = new Map<string, Tensor>()
  #bytes = 0

  constructor(most = maxBytes) {
    this.#most = most
  }

  /** @param identity as an `ImageInput` has it */
  get(identity: string): Tensor | null {
    const features = this.#held.get(identity)
    if (!features) return null
    this.#held.delete(identity)
    this.#held.set(identity, features)
    return features
  }

  hold(identity: string, features: Tensor): void {
    const bytes = tensorBytes(features)
    if (this.#held.has(identity) || features.location === 'gpu-buffer' || bytes > this.#most) return
    this.#held.set(identity, features)
    this.#bytes += bytes
    for (const [oldest, tensor] of this.#held) {
      if (this.#bytes <= this.#most) break
      this.#held.delete(oldest)
      this.#bytes -= tensorBytes(tensor)
    }
  }
}

const tensorBytes = ({ data }: Tensor): number => (ArrayBuffer.isView(data) ? data.byteLength : 0)
