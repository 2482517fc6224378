import { useMemo } from 'react'
import { stored } from '../../../../ui/state/stored.ts'
import { errorKinds, type MarkSet, mostNames, ownKinds, reasonScale } from '../../engine/marks/mark-set.ts'

interface OwnNames {
  readonly names: readonly string[]
}

const longestName = 60

/** A user's own labels, kept in this browser. Their names are in the tags of runs. */
const ownNames = stored('voxelwise:labels', (json): OwnNames => {
  const names = (json as Partial<OwnNames> | null)?.names
  return {
    names: Array.isArray(names) ? labelNamesIn(names.filter(one => typeof one === 'string').join('\n')) : [],
  }
})

/** A name in each line. "also" before a name has a meaning of its own. */
export function labelNamesIn(text: string): readonly string[] {
  const lines = text.split('\n').map(line =>
    line
      .trim()
      .replace(/^(?:also\s+)+/i, '')
      .slice(0, longestName),
  )
  return [...new Set(lines.filter(Boolean))].slice(0, mostNames)
}

export const changeOwnNames = (text: string): void => ownNames.set({ names: labelNamesIn(text) })

/** All sets: those that are built in, and the user's own if it has names. */
export function useMarkSets(): readonly MarkSet[] {
  const { names } = ownNames.use()
  return useMemo(() => [errorKinds, reasonScale, ...(names.length > 0 ? [ownKinds(names)] : [])], [names])
}
