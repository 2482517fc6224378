/** Estimates of the shortcut rates that a run would end with, as `benchmark-estimate.ts` for accuracies. */

import { type ClusteredRates, type Interval, type LinkCounts, RatioSequence } from '@voxelwise/statistics'
import { recordFrom } from '../base/grouping.ts'
import { groupMembers, placeInFrame, type SamplingFrame } from '../protocol/frame.ts'
import { balancedOrder } from '../protocol/order.ts'
import { levelUnder, type ShortcutOptions } from '../protocol/shortcut.ts'
import { everWrong } from './benchmark-estimate.ts'
import { linkCounts } from './chains.ts'
import { shortcutsOfRows } from './report.ts'
import type { ResultRow } from './result-row.ts'

/** Intervals for the rates over all images, asked or not, valid at any time. */
export interface RateEstimates extends Readonly<Record<'shortcut' | 'luck' | 'rationality', Interval>> {
  /** Questions of the benchmark. */
  readonly of: number
}

interface AskedLinks {
  /** Whether a question has been asked, by its place in the frame. */
  readonly isAsked: (place: number) => boolean
  /** The links of an image group, by its number; undefined where it has none. */
  readonly groupLinks: (group: number) => LinkCounts | undefined
  /** Seed of the order. */
  readonly seed: number
}

/** Prior: as if this many links had been seen, a quarter in each group. */
const priorLinks = 4

/** @param levels what each task counts as */
export function rateEstimates(
  frame: SamplingFrame,
  { isAsked, groupLinks, seed }: AskedLinks,
  levels: ShortcutOptions,
): RateEstimates {
  const order = balancedOrder(frame, seed)
  const members = groupMembers(frame)
  const parts = linkCapacities(frame, members, levels)
  const blockSize = Math.max(1, ...order.sizes)
  const most = Math.max(1, ...parts)
  const sequence = () => new RatioSequence(everWrong, blockSize, most)
  const [shortcut, luck] = [sequence(), sequence()]
  let open = parts.reduce((sum, n) => sum + n, 0)
  let seen = { parts: 0, A: 0, C: 0, D: 0 }
  for (const [round, groups] of order.rounds.entries()) {
    if (groups.some(group => (members[group] ?? []).some(place => !isAsked(place)))) break
    const leftIn = (group: number): number => (order.sizes[order.blockByGroup[group] ?? 0] ?? 0) - round
    const left = Math.max(...groups.map(leftIn))
    const share = (n: number, quarters: number): number =>
      (n + (quarters * priorLinks) / 4) / (seen.parts + priorLinks)
    for (const [sequence, other] of [
      [shortcut, 'C'],
      [luck, 'A'],
    ] as const)
      sequence.addRound({
        left,
        open,
        top: seen.D,
        bottom: seen.D + seen[other],
        expectedTop: share(seen.D, 1),
        expectedBottom: share(seen.D + seen[other], 2),
        draws: groups.flatMap(group => {
          if (!parts[group]) return []
          const { D = 0, [other]: rest = 0 } = groupLinks(group) ?? {}
          return [{ left: leftIn(group), parts: parts[group], top: D, bottom: D + rest }]
        }),
      })
    for (const group of groups) {
      const { A = 0, C = 0, D = 0 } = groupLinks(group) ?? {}
      const capacity = parts[group] ?? 0
      seen = { parts: seen.parts + capacity, A: seen.A + A, C: seen.C + C, D: seen.D + D }
      open -= capacity
    }
  }
  const { low, high } = luck.interval
  return {
    ...{ shortcut: shortcut.interval, luck: { low, high } },
    rationality: { low: 1 - high, high: 1 - low },
    of: frame.cellOf.length,
  }
}

/** By the number of the group: how many links its questions make where none fails. */
function linkCapacities(
  { cells, cellOf }: SamplingFrame,
  members: readonly (readonly number[])[],
  levels: ShortcutOptions,
): readonly number[] {
  const taskLevel = levelUnder(levels)
  const byCell = cells.map(({ task }) => taskLevel(task))
  return members.map(indices => {
    const count = (level: 'high' | 'low'): number =>
      indices.filter(index => byCell[cellOf[index] ?? 0] === level).length
    return count('high') * count('low')
  })
}

/** The sampling frame of a run's order, and its seed. */
export interface Drawn {
  readonly frame: SamplingFrame
  readonly seed: number
}

/** Estimates of the rates over all images, from the rows of a part. */
export function estimateRates(
  rows: readonly ResultRow[],
  { frame, seed }: Drawn,
  levels: ShortcutOptions,
): RateEstimates {
  const askedPlaces = new Set(rows.map(({ index }) => placeInFrame(frame, index)))
  const links = new Map<number, LinkCounts>()
  for (const chain of shortcutsOfRows(rows, levels).chains) {
    const first = chain.high[0]?.row.index
    const place = first === undefined ? undefined : placeInFrame(frame, first)
    const group = place === undefined ? undefined : frame.groups[place]
    if (group !== undefined) links.set(group, linkCounts(chain))
  }
  return rateEstimates(
    frame,
    { seed, isAsked: place => askedPlaces.has(place), groupLinks: group => links.get(group) },
    levels,
  )
}

/** Rates with the intervals for all images, asked or not, instead of those for images like these. */
export function withWhole<Rates extends ClusteredRates>(rates: Rates, whole: RateEstimates): Rates {
  return {
    ...rates,
    ...recordFrom(['shortcut', 'luck', 'rationality'], key => ({
      ...{ ...rates[key], ...whole[key] },
      method: 'sequence' as const,
    })),
    // Its interval is for images like those asked.
    gap: null,
  }
}
