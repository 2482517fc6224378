/** The passes that can be chosen. */

import {
  type Corruption,
  corruptions,
  type Probe,
  probeKey,
  type Strength,
  strengths,
} from '../protocol/probe.ts'
import { letters } from '../protocol/prompt.ts'

/** One for all, so that two people's passes show the same. */
const seed = 1

/** Together with the run itself every cyclic order; a sample with fewer options needs fewer of them. */
export const optionOrders: readonly Probe[] = letters
  .slice(1)
  .map((_, i) => ({ kind: 'option-order', shift: i + 1 }))

export const blankImage: Probe = { kind: 'blank-image' }

export const swappedImage: Probe = { kind: 'swapped-image', seed }

export function corruptedImage(corruption: Corruption, strength: Strength): Probe {
  return { kind: 'corruption', corruption, strength, seed }
}

export const allProbes: readonly Probe[] = [
  ...optionOrders,
  blankImage,
  swappedImage,
  ...corruptions.flatMap(corruption => strengths.map(strength => corruptedImage(corruption, strength))),
]

const places = new Map(allProbes.map((probe, i) => [probeKey(probe), i]))

/** Where a pass stands in the order in which passes are made; those that cannot be chosen come last. */
export const placeOf = (probe: Probe | undefined): number =>
  (probe && places.get(probeKey(probe))) ?? places.size
