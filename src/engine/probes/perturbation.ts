/** How a probe shows samples to the model. */
import type { JsonObject } from '../base/json.ts'
import type { Probe } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { Sample } from '../protocol/sample.ts'
import { imagesOf, type Swap, swapPlan } from './image-swap.ts'

/** What is done to the pixels of a file before the model gets them. */
export type PixelChange = Extract<Probe, { kind: 'blank-image' | 'corruption' }>

export interface ShownImage {
  /** Rooted path of the file that is read. */
  readonly path: string
  readonly change: PixelChange | null
}

/** Whether a question's options can stand in another order: one of them is right, or several. */
export function hasOrder(protocol: Protocol, fields: JsonObject): boolean {
  const kind = protocol.kindOf(fields)
  return kind === 'choice' || kind === 'several'
}

export class Perturbation {
  readonly #probe: Probe | undefined
  readonly #protocol: Protocol
  readonly #swaps: ReadonlyMap<string, Swap>

  /**
   * @param probe undefined for a run itself, which shows samples as they are
   * @param samples all that the run asks, since one may be shown the image of another
   */
  constructor(probe: Probe | undefined, samples: readonly Sample[], protocol: Protocol) {
    this.#probe = probe
    this.#protocol = protocol
    this.#swaps = probe?.kind === 'swapped-image' ? swapPlan(imagesOf(samples), probe.seed) : new Map()
  }

  /** Whether it is to be asked: what the probe leaves as it was has been asked already. */
  asks({ fields, image }: Sample): boolean {
    switch (this.#probe?.kind) {
      case undefined:
        return true
      case 'option-order':
        return hasOrder(this.#protocol, fields) && this.#probe.shift < this.#protocol.optionsOf(fields).length
      case 'blank-image':
      case 'corruption':
        return image !== null
      case 'swapped-image':
        return image !== null && this.#swaps.has(image)
    }
  }

  /** What the prompt and the right answer are made of. */
  fields({ fields }: Sample): JsonObject {
    return this.#probe?.kind === 'option-order' ? this.#protocol.rotated(fields, this.#probe.shift) : fields
  }

  /** The sample as it looks to the model; a blank image is none. */
  shown(sample: Sample): Sample {
    const { image } = sample
    const isBlind = image === null || this.#probe?.kind === 'blank-image'
    return { ...sample, fields: this.fields(sample), image: isBlind ? null : this.image(image).path }
  }

  /** @param path rooted path of a sample's own image */
  image(path: string): ShownImage {
    switch (this.#probe?.kind) {
      case 'blank-image':
      case 'corruption':
        return { path, change: this.#probe }
      case 'swapped-image':
        return { path: this.#swaps.get(path)?.replacement ?? path, change: null }
      default:
        return { path, change: null }
    }
  }
}
