import { useMemo } from 'react'
import { getOrMake } from '../../../engine/base/grouping.ts'
import type { Tags } from '../../../engine/protocol/tags.ts'

/** The tags of a sample by its index. */
export type TagsOfSample = (index: number) => readonly string[]

const none: readonly string[] = []

/** The tags of each sample, looked up once for a whole list. */
export function useSampleTags(tags: Tags): TagsOfSample {
  return useMemo(() => {
    const names = new Map<number, string[]>()
    for (const [tag, indices] of Object.entries(tags))
      for (const index of indices) getOrMake(names, index, () => []).push(tag)
    return index => names.get(index) ?? none
  }, [tags])
}

/** The tags of a sample in a list. */
export const TagNames = ({ names }: { readonly names: readonly string[] }) =>
  names.map(name => (
    <bdi key={name} className="tag-name">
      {name}
    </bdi>
  ))
