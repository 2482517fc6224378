/** Intervals of a difference, made of the intervals of both sides. */
import type { Interval } from './wilson.ts'

/** A figure with its limits. */
export interface Limited extends Interval {
  readonly share: number
}

export interface ShareDifference extends Interval {
  /** The second share minus the first. */
  readonly difference: number
}

/**
 * G. Y. Zou and A. Donner (2008), Stat. Med. 27, 1693–1702: how far each side may be from its figure, added like the sides of a
 * triangle. It is as sound as the limits that it is given.
 * @param correlated the correlation of both figures; 0 if they have no question or image in common
 */
export function mover(first: Limited, second: Limited, correlated: number): ShareDifference {
  const reach = (x: number, y: number) => Math.sqrt(Math.max(0, x * x - 2 * correlated * x * y + y * y))
  const difference = second.share - first.share
  return {
    difference,
    low: difference - reach(second.share - second.low, first.high - first.share),
    high: difference + reach(second.high - second.share, first.share - first.low),
  }
}
