/** A model's answers to no image, or to another image. */

import { get, hashKey, type JsonObject, str } from '@voxelwise/python'
import { Random } from '@voxelwise/statistics'
import { byCodeUnit, groupBy } from '../base/grouping.ts'
import { isMapped } from '../protocol/mapped-fields.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { rightTexts } from '../protocol/protocols/mapped.ts'
import { imagesKey, listImages, type Sample } from '../protocol/sample.ts'

/** An image, or the list of images of a question that has several: they are swapped together. */
interface LabelledImage {
  /** Its path, or the list's `imagesKey`. */
  readonly image: string
  /** How many images it is; absent for one. */
  readonly count?: number
  readonly modality: string
  readonly parts: string
}

type Shown = Pick<Sample, 'fields' | 'image' | 'furtherImages'>

/** Every image (or list of images) once, with the labels of the first sample that shows it. */
export function labelledImages(samples: readonly Shown[]): LabelledImage[] {
  const labelled = new Map<string, LabelledImage>()
  for (const sample of samples) {
    const images = listImages(sample)
    const image = imagesKey(images)
    if (images.length === 0 || labelled.has(image)) continue
    const [modality, parts] = [str(get(sample.fields, 'modality')), str(get(sample.fields, 'parts'))]
    labelled.set(image, { image, modality, parts, ...(images.length > 1 && { count: images.length }) })
  }
  return [...labelled.values()]
}

export interface Swap {
  /** As `LabelledImage.image`. */
  readonly replacement: string
  /** What the two images have in common. */
  readonly alike: 'modality-and-region' | 'modality' | 'region' | 'nothing'
}

/**
 * The replacement of each image. Images of one modality and region trade places along one random circle, so none stays
 * and each is used once (S. Sattolo, 1986, Inf. Process. Lett. 22, 315–317). An image that is alone there gets any of
 * its modality, else of its region, else any other. A list of images is replaced by a list of the same length. The plan
 * depends on the images and the seed, not on their order. A single image has no replacement.
 */
export function swapPlan(images: readonly LabelledImage[], seed: number): ReadonlyMap<string, Swap> {
  const random = new Random(seed)
  const sorted = images.toSorted((a, b) => byCodeUnit(a.image, b.image))
  const plan = new Map<string, Swap>()
  for (const group of groupBy(sorted, placeKey).values()) {
    const [only] = group
    if (only && group.length === 1) {
      const swap = nearest(only, sorted, random)
      if (swap) plan.set(only.image, swap)
      continue
    }
    const moved = circle(group, random)
    for (const [i, { image }] of group.entries()) {
      plan.set(image, { replacement: moved[i]?.image ?? image, alike: 'modality-and-region' })
    }
  }
  return plan
}

const placeKey = ({ modality, parts, count }: LabelledImage) => JSON.stringify([modality, parts, count])

/** A permutation of one single cycle. */
function circle<T>(items: readonly T[], random: Random): T[] {
  const moved = [...items]
  for (let i = moved.length - 1; i > 0; i--) {
    const j = random.below(i)
    const [a, b] = [moved[i] as T, moved[j] as T]
    moved[i] = b
    moved[j] = a
  }
  return moved
}

function nearest(one: LabelledImage, images: readonly LabelledImage[], random: Random): Swap | null {
  const others = images.filter(({ image, count }) => image !== one.image && count === one.count)
  const choices = [
    ['modality', others.filter(({ modality }) => modality === one.modality)],
    ['region', others.filter(({ parts }) => parts === one.parts)],
    ['nothing', others],
  ] as const
  for (const [alike, candidates] of choices) {
    if (candidates.length === 0) continue
    const chosen = candidates[random.below(candidates.length)]
    if (chosen) return { replacement: chosen.image, alike }
  }
  return null
}

/**
 * Indices of the samples whose right answer is also right for the replacement, as far as the benchmark shows: it asks
 * the same task there, with the same answer, or one of the question's images is among the replacements. Answering them
 * needs no shortcut, so they are no evidence.
 */
export function untouchedBySwap(
  samples: readonly Sample[],
  plan: ReadonlyMap<string, Swap>,
  protocol: Pick<Protocol, 'rightAnswer'>,
): ReadonlySet<number> {
  const key = (image: string, { fields }: Sample) =>
    JSON.stringify([image, ...questionTopic(fields, protocol)])
  const lists = imageLists(samples)
  const answers = new Set(samples.map(sample => key(imagesKey(listImages(sample)), sample)))
  const untouched = new Set<number>()
  for (const sample of samples) {
    const ownImages = listImages(sample)
    const swap = ownImages.length === 0 ? undefined : plan.get(imagesKey(ownImages))
    if (!swap) continue
    const overlaps = lists.get(swap.replacement)?.some(image => ownImages.includes(image)) ?? false
    if (overlaps || answers.has(key(swap.replacement, sample))) untouched.add(sample.index)
  }
  return untouched
}

/** The question and its right answer, in words: letters mean nothing in another question. */
function questionTopic(fields: JsonObject, protocol: Pick<Protocol, 'rightAnswer'>): readonly string[] {
  if (!isMapped(fields)) return [hashKey(get(fields, 'task')), hashKey(get(fields, 'gt_answer'))]
  const topic = get(fields, 'task') ?? get(fields, 'question')
  return [hashKey(topic), ...rightTexts(fields, protocol)]
}

/** The images behind each `LabelledImage.image`. */
export function imageLists(
  samples: readonly Pick<Sample, 'image' | 'furtherImages'>[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(samples.map(listImages).map(images => [imagesKey(images), images]))
}

/** Which image stood in for each, as the records have it. */
export function swapsShown(
  samples: readonly Sample[],
  answers: readonly { readonly index: number; readonly shownImage: string | null }[],
): ReadonlyMap<string, Swap> {
  const labels = new Map(labelledImages(samples).map(labelled => [labelled.image, labelled]))
  const images = new Map(
    samples.map(sample => [sample.index, sample.image === null ? null : imagesKey(listImages(sample))]),
  )
  const swaps = new Map<string, Swap>()
  for (const { index, shownImage } of answers) {
    const image = images.get(index)
    if (!image || shownImage === null || swaps.has(image)) continue
    const [original, other] = [labels.get(image), labels.get(shownImage)]
    const [modality, region] = [original?.modality === other?.modality, original?.parts === other?.parts]
    const alike =
      modality && region ? 'modality-and-region' : modality ? 'modality' : region ? 'region' : 'nothing'
    swaps.set(image, { replacement: shownImage, alike })
  }
  return swaps
}
