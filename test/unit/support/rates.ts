/** Shortcut rates of benchmarks whose every verdict is known: what a part says of them can be held against the truth. */

import type { LinkCounts } from '@voxelwise/statistics'
import { type RateEstimates, rateEstimates } from '../../../src/engine/analysis/rate-estimates.ts'
import { groupMembers } from '../../../src/engine/protocol/frame.ts'
import { balancedOrder } from '../../../src/engine/protocol/order.ts'
import { levelUnder } from '../../../src/engine/protocol/shortcut.ts'
import type { Population } from './populations.ts'

export interface RatedPopulation extends Population {
  /** By the number of the image group. */
  readonly links: readonly LinkCounts[]
  /** The rates over all images. */
  readonly truth: { readonly shortcut: number; readonly luck: number }
}

export function rated(population: Population): RatedPopulation {
  const { frame, right } = population
  const findLevel = levelUnder({})
  const links = groupMembers(frame).map((indices): LinkCounts => {
    const at = (level: string, isRight: boolean): number =>
      indices.filter(
        index => findLevel(frame.cells[frame.cellOf[index] ?? 0]?.task) === level && right[index] === isRight,
      ).length
    return {
      A: at('high', true) * at('low', true),
      B: at('high', false) * at('low', true),
      C: at('high', false) * at('low', false),
      D: at('high', true) * at('low', false),
    }
  })
  const total = (group: keyof LinkCounts): number => links.reduce((sum, counts) => sum + counts[group], 0)
  const [A, C, D] = [total('A'), total('C'), total('D')]
  return { ...population, links, truth: { shortcut: D / (C + D), luck: D / (A + D) } }
}

/** What is known after so many rounds of the order of a seed. */
export function ratesAfter({ frame, links }: RatedPopulation, rounds: number, seed: number): RateEstimates {
  const members = groupMembers(frame)
  const asked = new Set(
    balancedOrder(frame, seed)
      .rounds.slice(0, rounds)
      .flat()
      .flatMap(group => members[group] ?? []),
  )
  return rateEstimates(
    frame,
    {
      seed,
      isAsked: index => asked.has(index),
      groupLinks: group => links[group],
    },
    {},
  )
}

/** Which of the two intervals leave out their rate. */
export function missedRates({ truth }: RatedPopulation, { shortcut, luck }: RateEstimates) {
  return {
    shortcut: shortcut.low > truth.shortcut || shortcut.high < truth.shortcut,
    luck: luck.low > truth.luck || luck.high < truth.luck,
  }
}
