import { useMemo } from 'react'
import type { Tags } from '../../../../engine/protocol/tags.ts'
import { isMarkTag } from '../../engine/marks/marks.ts'
import { useIsLabelled } from './labelling.ts'
import { useMarkSets } from './use-mark-sets.ts'

/** The tags of a run that may be seen: while people label it, none of their labels. */
export function useShownTags(run: string, tags: Tags): Tags {
  const isLabelled = useIsLabelled(run)
  const sets = useMarkSets()
  return useMemo(
    () =>
      isLabelled
        ? Object.fromEntries(Object.entries(tags).filter(([tag]) => !sets.some(set => isMarkTag(tag, set))))
        : tags,
    [isLabelled, tags, sets],
  )
}
