/** How a probe shows samples to the model. */
import { getOrMake, mapValues } from '../base/grouping.ts'
import type { JsonObject } from '../base/json.ts'
import {
  changesExamples,
  coversRegion,
  type DrawnRegion,
  isMedical,
  type MedicalCorruption,
  type MedicalProfile,
  type PixelChange,
  type Probe,
  pixelChanges,
} from '../protocol/probe.ts'
import { offeredAnswers, type Protocol, rotated } from '../protocol/protocol.ts'
import { imagesKey, imagesOf, type Sample } from '../protocol/sample.ts'
import type { Group } from '../protocol/shards.ts'
import { regionOfSample } from './drawn-regions.ts'
import { type ExampleSwap, irrelevantExamples, reversedExamples, withExamples } from './examples.ts'
import { imageLists, labelledImages, swapPlan } from './image-swap.ts'
import { type LabelSwap, labelSwaps } from './label-swap.ts'
import { levelOf, profileOf } from './medical/tables.ts'
import { checkedSamples } from './occlusion/blocks.ts'
import { isBox, maskPaths } from './region.ts'
import { mirroredTexts, paraphrased, turnedTexts } from './reworded.ts'
import { canWithhold, withoutOptions } from './withheld-options.ts'

export interface ShownImage {
  /** Rooted path of the file that is read. */
  readonly path: string
  readonly change: PixelChange | null
}

/** Whether a question is asked with its options in another order: where one of them, or several, are to be chosen. */
export const hasOrder = (protocol: Protocol, fields: JsonObject): boolean =>
  ['choice', 'several'].includes(protocol.kindOf(fields))

export const isPixelChange = (probe: Probe | undefined): probe is PixelChange =>
  probe !== undefined && pixelChanges.some(kind => kind === probe.kind)

const medicalOf = (probe: Probe | undefined): MedicalCorruption | null =>
  probe?.kind === 'corruption' && isMedical(probe.corruption) ? probe.corruption : null

type Place = Pick<PixelChange, 'box' | 'masks' | 'isMarked'>

/** Where the region of each sample is; of those without one nothing. */
function placesOf(samples: readonly Sample[], drawn: readonly DrawnRegion[]): ReadonlyMap<number, Place> {
  return new Map(
    samples.flatMap((sample): (readonly [number, Place])[] => {
      const region = regionOfSample(sample, drawn)
      if (region === null) return []
      if (region === 'red mark') return [[sample.index, { isMarked: true }]]
      return [[sample.index, isBox(region) ? { box: region } : { masks: maskPaths(sample, region.mask) }]]
    }),
  )
}

/** Regions that only the images show: a map is compared with them, wherever others are drawn. */
const soughtPlaces = (samples: readonly Sample[]): ReadonlyMap<number, Place> =>
  new Map([...placesOf(samples, [])].filter(([, { box }]) => box === undefined))

function profilesOf(samples: readonly Sample[]): ReadonlyMap<string, MedicalProfile | null> {
  const found = new Map<string, MedicalProfile | null>()
  for (const sample of samples) getOrMake(found, imagesKey(imagesOf(sample)), () => profileOf(sample.fields))
  return found
}

function swappedImages(samples: readonly Sample[], seed: number) {
  const lists = imageLists(samples)
  return mapValues(swapPlan(labelledImages(samples), seed), ({ replacement }) => lists.get(replacement))
}

export class Perturbation {
  readonly #probe: Probe | undefined
  readonly #protocol: Protocol
  /** Images that are shown instead of others, by `imagesKey` of those. */
  readonly #swaps: ReadonlyMap<string, readonly string[] | undefined>
  /** By the index of the sample. */
  readonly #labelSwaps: ReadonlyMap<number, LabelSwap>
  /** By the index of the sample. */
  readonly #places: ReadonlyMap<number, Place>
  /** By `imagesKey`, of the first question that shows them. */
  readonly #profiles: ReadonlyMap<string, MedicalProfile | null>
  /** By the index of the sample. */
  readonly #examples: ReadonlyMap<number, ExampleSwap>
  /** Indices of the samples whose occlusion map is checked. */
  readonly #checked: ReadonlySet<number>

  /**
   * @param probe undefined for a run itself, which shows samples as they are
   * @param samples all that the run asks, since one may be shown the image of another
   */
  constructor(probe: Probe | undefined, samples: readonly Sample[], protocol: Protocol) {
    this.#probe = probe
    this.#protocol = protocol
    this.#swaps = probe?.kind === 'swapped-image' ? swappedImages(samples, probe.seed) : new Map()
    this.#labelSwaps =
      probe?.kind === 'same-label' || probe?.kind === 'opposite-label'
        ? labelSwaps(samples, protocol, probe.kind, probe.seed)
        : new Map()
    this.#examples =
      probe?.kind === 'reordered-examples'
        ? reversedExamples(samples, protocol)
        : probe?.kind === 'irrelevant-examples'
          ? irrelevantExamples(samples, protocol, probe.seed)
          : new Map()
    this.#places = coversRegion(probe)
      ? placesOf(samples, probe.drawn ?? [])
      : probe?.kind === 'occlusion'
        ? soughtPlaces(samples)
        : new Map()
    this.#profiles = medicalOf(probe) ? profilesOf(samples) : new Map()
    this.#checked = new Set(
      probe?.kind === 'occlusion' ? checkedSamples(samples.filter(s => this.asks(s))) : [],
    )
  }

  /** Whether a sample's occlusion map is compared with that of its pixels, and with random orders. */
  checksMap(index: number): boolean {
    return this.#checked.has(index)
  }

  /** By which questions are asked, and replies read. */
  get protocol(): Protocol {
    return this.#probe?.kind === 'no-options' ? withoutOptions(this.#protocol) : this.#protocol
  }

  /** Whether to ask it: samples that the probe does not change have been asked already. */
  asks(sample: Sample): boolean {
    const { fields, image, index } = sample
    switch (this.#probe?.kind) {
      case undefined:
      case 'repeat':
      case 'stated-confidence':
        return true
      case 'option-order':
        return hasOrder(this.#protocol, fields) && this.#probe.shift < this.#protocol.optionsOf(fields).length
      case 'no-options':
        return canWithhold(this.#protocol, fields)
      case 'corruption': {
        const profile = profileOf(fields)
        const medical = medicalOf(this.#probe)
        return image !== null && (!medical || (profile !== null && levelOf(profile, medical, 1) !== null))
      }
      case 'reordered-examples':
      case 'irrelevant-examples':
        return this.#examples.has(index)
      case 'region':
      case 'elsewhere':
        return (
          image !== null &&
          imagesOf(sample).length === 1 &&
          regionOfSample(sample, this.#probe.drawn ?? []) !== null
        )
      case 'occlusion':
        return (
          imagesOf(sample).length === 1 &&
          offeredAnswers(this.#protocol, fields).length > 0 &&
          (this.#probe.of === undefined || this.#probe.of === index)
        )
      case 'unchanged':
      case 'paraphrase':
      case 'text-only':
      case 'blank-image':
      case 'noise-image':
      case 'off-topic':
        return image !== null
      case 'flip':
        return image !== null && mirroredTexts(fields) !== fields
      case 'rotate':
        return image !== null && turnedTexts(fields, this.#probe.turn) !== null
      case 'swapped-image':
        return image !== null && this.#swaps.has(imagesKey(imagesOf(sample)))
      case 'same-label':
      case 'opposite-label':
        return this.#labelSwaps.has(index)
    }
  }

  /** The groups of a run with the samples that are asked. Where each has an image of its own, each is a group. */
  groups(groups: readonly Group[], isAsked: (index: number) => boolean): readonly Group[] {
    const asked = groups.map(group => ({ ...group, samples: group.samples.filter(isAsked) }))
    const { kind } = this.#probe ?? {}
    const isOwn =
      kind === 'same-label' ||
      kind === 'opposite-label' ||
      coversRegion(this.#probe) ||
      changesExamples(this.#probe)
    return asked.flatMap(group => {
      const { samples } = group
      const isSplit = isOwn || samples.some(index => this.#places.has(index))
      return isSplit ? samples.map(index => ({ ...group, samples: [index] })) : [group]
    })
  }

  /** The source of the prompt and the right answer. */
  fields({ fields, index }: Pick<Sample, 'fields' | 'index'>): JsonObject {
    switch (this.#probe?.kind) {
      case 'reordered-examples':
      case 'irrelevant-examples':
        return withExamples(fields, this.#examples.get(index))
      case 'option-order':
        return rotated(this.#protocol, fields, this.#probe.shift)
      case 'paraphrase':
        return paraphrased(fields, this.#probe.wording)
      case 'flip':
        return mirroredTexts(fields)
      case 'rotate':
        return turnedTexts(fields, this.#probe.turn) ?? fields
      default:
        return fields
    }
  }

  /** The sample as it looks to the model; a blank image is none. */
  shown(sample: Sample): Sample {
    const { furtherImages: _, ...rest } = sample
    const isBlind = this.#probe?.kind === 'blank-image'
    const images = isBlind ? [] : this.images(imagesOf(sample), sample.index).map(({ path }) => path)
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
    if (this.#probe?.kind === 'text-only') return []
    const profile = this.#profiles.get(imagesKey(paths))
    const change = isPixelChange(this.#probe)
      ? { ...this.#probe, ...(profile && { profile }), ...this.#places.get(index) }
      : null
    const others = this.#swaps.get(imagesKey(paths)) ?? this.#labelSwaps.get(index)?.images
    return (others ?? this.#examples.get(index)?.images ?? paths).map(path => ({ path, change }))
  }

  /** What is right for the image that is shown instead, where that is another answer. */
  swappedRight({ index }: Pick<Sample, 'index'>): string | undefined {
    return this.#probe?.kind === 'opposite-label' ? this.#labelSwaps.get(index)?.right : undefined
  }
}
