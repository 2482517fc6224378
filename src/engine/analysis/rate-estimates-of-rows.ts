import type { Frame } from '../protocol/frame.ts'
import type { ShortcutOptions } from '../protocol/shortcut.ts'
import type { ClusteredRates, LinkCounts } from '../statistics/bootstrap.ts'
import { linkCounts } from './chains.ts'
import { type RateEstimates, rateEstimates } from './rate-estimates.ts'
import { shortcuts } from './report.ts'
import type { ResultRow } from './result-row.ts'

/** The sampling frame of a run's order, and its seed. */
export interface Drawn {
  readonly frame: Frame
  readonly seed: number
}

/** Estimates of the rates over all images, from the rows of a part. */
export function rateEstimatesOf(
  rows: readonly ResultRow[],
  { frame, seed }: Drawn,
  levels: ShortcutOptions,
): RateEstimates {
  const asked = new Set(rows.map(({ index }) => index))
  const links = new Map<number, LinkCounts>()
  for (const { high, low } of shortcuts(rows, levels).chains) {
    const group = high[0] && frame.groups[high[0].row.index]
    if (group !== undefined) links.set(group, linkCounts(high, low))
  }
  return rateEstimates(
    frame,
    { seed, isAsked: index => asked.has(index), linksOf: group => links.get(group) },
    levels,
  )
}

/** Rates with the intervals for all images, asked or not, instead of those for images like these. */
export function withWhole<Rates extends ClusteredRates>(rates: Rates, whole: RateEstimates): Rates {
  const known = (key: 'shortcut' | 'luck' | 'rationality'): ClusteredRates[typeof key] => ({
    ...rates[key],
    ...whole[key],
    method: 'sequence',
  })
  return {
    ...rates,
    shortcut: known('shortcut'),
    luck: known('luck'),
    rationality: known('rationality'),
    // Its interval is for images like those asked.
    gap: null,
  }
}
