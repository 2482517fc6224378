import { imagesKey, imagesOf, type Sample } from './sample.ts'

/** Samples that share their image, or their list of images (or one text-only question), to be asked together. */
export interface Group {
  /** Rooted paths, in order; empty for a text-only question. */
  readonly images: readonly string[]
  /** Indices of the samples, in the data set's order. */
  readonly samples: readonly number[]
}

/** A group with what is still to be asked of it. */
export interface PlannedGroup extends Group {
  readonly open: readonly number[]
}

/** Groups samples by their images whatever their order in the files, groups in order of first appearance. */
export function groupsOf(samples: readonly Sample[]): readonly Group[] {
  const byImages = new Map<string, number[]>()
  const groups: { images: readonly string[]; samples: number[] }[] = []
  for (const sample of samples) {
    const images = imagesOf(sample)
    const key = imagesKey(images)
    const known = images.length === 0 ? undefined : byImages.get(key)
    if (known) {
      known.push(sample.index)
      continue
    }
    const group = { images, samples: [sample.index] }
    groups.push(group)
    if (images.length > 0) byImages.set(key, group.samples)
  }
  return groups
}

/**
 * The groups that are not done, in their order. `samples` of a group do not depend on what is done, so a continued run
 * computes each answer as the first sitting would.
 */
export function openGroups(groups: readonly Group[], done: ReadonlySet<number>): readonly PlannedGroup[] {
  return groups
    .map(group => ({ ...group, open: group.samples.filter(index => !done.has(index)) }))
    .filter(group => group.open.length > 0)
}

/** What is to be asked of some samples, in the data set's order. */
export function plan(samples: readonly Sample[], done: ReadonlySet<number>): readonly PlannedGroup[] {
  return openGroups(groupsOf(samples), done)
}

/** Whether an image is shown by more than one group, so that its features are worth holding on to. */
export function imagesRecur(groups: readonly Group[]): boolean {
  const all = groups.flatMap(({ images }) => [...new Set(images)])
  return new Set(all).size < all.length
}
