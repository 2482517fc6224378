/** How a probe shows samples to the model. */
import type { JsonObject } from '@voxelwise/python'
import type { PixelChange, Probe } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { listImages, type Sample } from '../protocol/sample.ts'
import type { Group } from '../protocol/shards.ts'
import { findProbeKind, isPixelChange } from './kind-of.ts'
import type { Prepared } from './kinds/probe-kind.ts'

export interface ShownImage {
  /** Rooted path of the file that is read. */
  readonly path: string
  readonly change: PixelChange | null
}

/** A run itself shows samples as they are. */
const asTheyAre: Prepared = { asks: () => true }

export class Perturbation {
  readonly #probe: Probe | undefined
  readonly #protocol: Protocol
  readonly #prepared: Prepared

  /**
   * @param probe undefined for a run itself, which shows samples as they are
   * @param samples all that the run asks, since one may be shown the image of another
   */
  constructor(probe: Probe | undefined, samples: readonly Sample[], protocol: Protocol) {
    this.#probe = probe
    this.#protocol = protocol
    this.#prepared = probe ? findProbeKind(probe).prepare(probe, samples, protocol) : asTheyAre
  }

  /** Whether a sample's occlusion map is compared with that of its pixels, and with random orders. */
  checksMap(index: number): boolean {
    return this.#prepared.checksMap?.(index) ?? false
  }

  /** By which questions are asked, and replies read. */
  get protocol(): Protocol {
    return this.#prepared.protocol ?? this.#protocol
  }

  /** Whether to ask it: samples that the probe does not change have been asked already. */
  asks(sample: Sample): boolean {
    return this.#prepared.asks(sample)
  }

  /** The groups of a run with the samples that are asked. Where each has an image of its own, each is a group. */
  groups(groups: readonly Group[], isAsked: (index: number) => boolean): readonly Group[] {
    const { alone } = this.#prepared
    return groups.flatMap(group => {
      const samples = group.samples.filter(isAsked)
      const isSplit = alone === 'all' || (alone !== undefined && samples.some(alone))
      return isSplit ? samples.map(index => ({ ...group, samples: [index] })) : [{ ...group, samples }]
    })
  }

  /** The source of the prompt and the right answer. */
  fields(sample: Pick<Sample, 'fields' | 'index'>): JsonObject {
    return this.#prepared.fields?.(sample) ?? sample.fields
  }

  /** The sample as it looks to the model; a blank image is none. */
  shown(sample: Sample): Sample {
    const { furtherImages: _, ...rest } = sample
    const isBlind = this.#probe && findProbeKind(this.#probe).inPlaceOfImage !== undefined
    const images = isBlind ? [] : this.images(listImages(sample), sample.index).map(({ path }) => path)
    const [image = null, ...furtherImages] = images
    const further = furtherImages.length > 0 && { furtherImages }
    return { ...rest, fields: this.fields(sample), image, ...further }
  }

  /**
   * Every image of a question is changed in the same way; replacements all come from one other question.
   * @param paths rooted paths of a sample's own images, in order
   * @param index of the sample, or of the first of a group
   */
  images(paths: readonly string[], index: number): readonly ShownImage[] {
    const change = isPixelChange(this.#probe)
      ? { ...this.#probe, ...this.#prepared.placed?.(paths, index) }
      : null
    return (this.#prepared.images?.(paths, index) ?? paths).map(path => ({ path, change }))
  }

  /** What is right for the image that is shown instead, where that is another answer. */
  swappedRight({ index }: Pick<Sample, 'index'>): string | undefined {
    return this.#prepared.swappedRight?.(index)
  }
}
