import { getOrMake } from '../base/grouping.ts'
import { imagesKey, listImages, type Sample } from './sample.ts'
import type { Group } from './shards.ts'

/** A group with its remaining samples. */
export interface PlannedGroup extends Group {
  readonly open: readonly number[]
}

/** Groups samples by their images whatever their order in the files, groups in order of first appearance. */
export function groupByImages(samples: readonly Sample[]): readonly Group[] {
  return placesByNumber(groupNumbers(samples)).map(places => {
    const [first] = places
    return {
      images: first === undefined ? [] : listImages(samples[first] as Sample),
      samples: places.map(place => (samples[place] as Sample).index),
    }
  })
}

/** The number of the group that shares each sample's images, in order of first appearance. */
export function groupNumbers(samples: readonly Sample[]): readonly number[] {
  const byImages = new Map<string, number>()
  let groups = 0
  return samples.map(sample => {
    const images = listImages(sample)
    return images.length === 0 ? groups++ : getOrMake(byImages, imagesKey(images), () => groups++)
  })
}

/** Under each number from 0, its place. Growing lists would need four times the memory for a while. */
export function placesByNumber(numbers: readonly number[]): readonly (readonly number[])[] {
  const sizes: number[] = []
  for (const number of numbers) sizes[number] = (sizes[number] ?? 0) + 1
  const places = sizes.map(size => new Array<number>(size))
  const filled = new Uint32Array(sizes.length)
  for (const [place, number] of numbers.entries()) {
    const at = filled[number] as number
    ;(places[number] as number[])[at] = place
    filled[number] = at + 1
  }
  return places
}

/** The unfinished groups, in order. `samples` does not depend on what is done: nor do answers. */
export function openGroups(groups: readonly Group[], done: ReadonlySet<number>): readonly PlannedGroup[] {
  return groups
    .map(group => ({ ...group, open: group.samples.filter(index => !done.has(index)) }))
    .filter(group => group.open.length > 0)
}

/** The remaining ones of some samples, in the data set's order. */
export function plan(samples: readonly Sample[], done: ReadonlySet<number>): readonly PlannedGroup[] {
  return openGroups(groupByImages(samples), done)
}

/** Whether an image is shown by more than one group, so that its features are worth holding on to. */
export function imagesRecur(groups: readonly Group[]): boolean {
  const all = groups.flatMap(({ images }) => [...new Set(images)])
  return new Set(all).size < all.length
}
