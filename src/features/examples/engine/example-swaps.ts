/** Worked examples before a question, in another order or of another task. */

import { get, isJsonArray, type Json, type JsonObject, str } from '@voxelwise/python'
import { UniformRandom } from '@voxelwise/statistics'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import { listImages, type Sample } from '../../../engine/protocol/sample.ts'

/** A question's examples and all its images, those of the examples first. */
export interface ExampleSwap {
  readonly examples: Json
  readonly images: readonly string[]
}

/** The images of each example, and of the question itself. Null without examples, or where some of them are not shown. */
function exampleContext(sample: Sample, protocol: Protocol) {
  const listed = get(sample.fields, 'examples')
  const shown = protocol.examples?.(sample.fields) ?? []
  if (!isJsonArray(listed) || shown.length === 0 || shown.length !== listed.length) return null
  const all = listImages(sample)
  let from = 0
  const images = shown.map(({ images: count }) => {
    from += count
    return all.slice(from - count, from)
  })
  return { sample, listed, images, ownImages: all.slice(from) }
}

/** The images of a question itself, without those of its examples; null of a question whose examples no pass can change. */
export const imagesAfterExamples = (sample: Sample, protocol: Protocol): readonly string[] | null =>
  exampleContext(sample, protocol)?.ownImages ?? null

/** By the index of the question: its examples from last to first. Questions with one example have none. */
export function reversedExamples(
  samples: readonly Sample[],
  protocol: Protocol,
): ReadonlyMap<number, ExampleSwap> {
  return new Map(
    samples.flatMap(sample => {
      const context = exampleContext(sample, protocol)
      if (!context || context.listed.length < 2) return []
      const { listed, images, ownImages } = context
      const swap = { examples: listed.toReversed(), images: [...images.toReversed().flat(), ...ownImages] }
      return [[sample.index, swap] as const]
    }),
  )
}

/** By the index of the question: the examples of a question of another task, drawn by a seed. */
export function irrelevantSwaps(
  samples: readonly Sample[],
  protocol: Protocol,
  seed: number,
): ReadonlyMap<number, ExampleSwap> {
  const contexts = samples
    .flatMap(sample => exampleContext(sample, protocol) ?? [])
    .sort((a, b) => a.sample.index - b.sample.index)
  const sampleTask = ({ fields }: Sample): string => str(get(fields, 'task') ?? '')
  const swaps = new Map<number, ExampleSwap>()
  for (const { sample, ownImages } of contexts) {
    const hasImages = listImages(sample).length > 0
    const others = contexts.filter(other => {
      const shown = other.images.flat()
      return (
        sampleTask(other.sample) !== sampleTask(sample) &&
        // An example on the question's own image would be relevant.
        !shown.some(image => ownImages.includes(image)) &&
        // A record names the images that were shown instead, and none would name none.
        (!hasImages || shown.length + ownImages.length > 0)
      )
    })
    const donor = others[others.length > 0 ? new UniformRandom(seed + sample.index).below(others.length) : 0]
    if (donor)
      swaps.set(sample.index, { examples: donor.listed, images: [...donor.images.flat(), ...ownImages] })
  }
  return swaps
}

/** The fields with other examples. */
export const withExamples = (fields: JsonObject, swap: ExampleSwap | undefined): JsonObject =>
  swap ? { ...fields, examples: swap.examples } : fields
