import type { Run } from '../../engine/protocol/run.ts'

/** A run that is to be worked on, and how far. */
export interface RunSitting {
  readonly run: Run
  /** Image groups of its order that it may ask until it pauses; null all. */
  readonly upTo: number | null
}

/** What follows a run that has ended. */
export type NextRun =
  | { readonly kind: 'none' }
  /** `sameFolders`: of the same family of passes, so that folders, workers and the loaded model serve on. */
  | { readonly kind: 'run'; readonly id: string; readonly sameFolders: boolean }

/**
 * A run or pass that was stopped or failed is followed by none: the rest can be continued. After one that is done comes the
 * first that waits.
 * @param ended as it stands in the store
 * @param waiting those that are to follow, in order
 */
export function nextRun(
  ended: Pick<Run, 'id' | 'parent' | 'judging' | 'state'>,
  waiting: readonly Pick<Run, 'id' | 'parent' | 'judging'>[],
): NextRun {
  const [next] = waiting
  if (ended.state !== 'done' || !next) return { kind: 'none' }
  return { kind: 'run', id: next.id, sameFolders: originOf(next) === originOf(ended) }
}

/** The run that a pass belongs to; they share folders and model, a judge's pass with none. */
const originOf = ({ id, parent, judging }: Pick<Run, 'id' | 'parent' | 'judging'>): string =>
  judging ? id : (parent ?? id)
