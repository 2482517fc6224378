import { ownValue } from '@voxelwise/python'
import type * as v from 'valibot'
import { byKey, list } from '../base/schema.ts'
import { name, storedCount } from '../base/stored-values.ts'

/** A user's tags of a run's samples: by tag, the indices of the samples in ascending order. */
export const tagsSchema = byKey(name, list(storedCount))
export type Tags = v.InferOutput<typeof tagsSchema>

/** The tags after some samples were given one, or lost it; a tag without samples is removed. */
export function changedTags(tags: Tags, tag: string, indices: readonly number[], isTagged: boolean): Tags {
  const all = new Map(Object.entries(tags))
  const tagged = new Set(all.get(tag))
  for (const index of indices) {
    if (isTagged) tagged.add(index)
    else tagged.delete(index)
  }
  if (tagged.size > 0)
    all.set(
      tag,
      [...tagged].sort((a, b) => a - b),
    )
  else all.delete(tag)
  return Object.fromEntries(all)
}

/** Indices of the samples with a tag. */
export const taggedWith = (tags: Tags, tag: string): readonly number[] => ownValue(tags, tag) ?? []

export const listTags = (tags: Tags, index: number): readonly string[] =>
  Object.entries(tags).flatMap(([tag, indices]) => (indices.includes(index) ? [tag] : []))
