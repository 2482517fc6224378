import { useState } from 'react'

/** Samples that the user ticked, by index; until another run is shown. */
export interface Ticks {
  readonly has: (index: number) => boolean
  readonly count: number
  /** Ticks all of these, or unticks them if all are ticked. */
  readonly toggle: (indices: readonly number[]) => void
  readonly clear: () => void
}

const none: ReadonlySet<number> = new Set()

/** The ticks after some samples are ticked, or unticked where all of them were. */
export function ticksAfter(ticked: ReadonlySet<number>, indices: readonly number[]): ReadonlySet<number> {
  const after = new Set(ticked)
  const areAll = indices.every(index => ticked.has(index))
  for (const index of indices) {
    if (areAll) after.delete(index)
    else after.add(index)
  }
  return after
}

export function useTicks(run: string): Ticks {
  const [kept, keep] = useState({ run, ticked: none })
  const ticked = kept.run === run ? kept.ticked : none
  return {
    has: index => ticked.has(index),
    count: ticked.size,
    toggle: indices => keep({ run, ticked: ticksAfter(ticked, indices) }),
    clear: () => keep({ run, ticked: none }),
  }
}
