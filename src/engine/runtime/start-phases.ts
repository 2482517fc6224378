/** A part of the way from Run to the first answer, by when it was over. */
export interface PhaseEnd {
  readonly name: string
  /** Milliseconds since 1970, with fractions: clocks of two threads of a page agree. */
  readonly at: number
}

/** A part of that way, and how long it took. */
export interface StartPhase {
  readonly name: string
  readonly ms: number
}

/** The time now, on a clock that all threads of a page share. */
export const sharedNow = (): number => performance.timeOrigin + performance.now()

/** All phases since Run was pressed, in order and without a gap: each begins when the one before it ends. */
export function phasesSince(began: number, ends: readonly PhaseEnd[]): readonly StartPhase[] {
  let last = began
  return ends
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, at }) => {
      const ms = at - last
      last = at
      return { name, ms }
    })
}
