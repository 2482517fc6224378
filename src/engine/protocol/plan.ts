import type { Sample } from './sample.ts'

/** Samples that share an image (or one text-only question), to be asked together. */
export interface Group {
  readonly image: string | null
  /** Indices of the samples, in the data set's order. */
  readonly samples: readonly number[]
}

/** A group with what is still to be asked of it. */
export interface PlannedGroup extends Group {
  readonly open: readonly number[]
}

/** Groups samples by image whatever their order in the files, groups in order of first appearance. */
export function groupsOf(samples: readonly Sample[]): readonly Group[] {
  const byImage = new Map<string, number[]>()
  const groups: { image: string | null; samples: number[] }[] = []
  for (const { image, index } of samples) {
    const known = image === null ? undefined : byImage.get(image)
    if (known) {
      known.push(index)
      continue
    }
    const group = { image, samples: [index] }
    groups.push(group)
    if (image !== null) byImage.set(image, group.samples)
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
