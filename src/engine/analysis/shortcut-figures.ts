/** The shortcut rates of a run as figures of `figures.json`. */

import { priorIcc } from '@voxelwise/statistics'
import { axes } from '../protocol/sample.ts'
import type { ShortcutOptions } from '../protocol/shortcut.ts'
import { type ChainRates, credibility } from './chains.ts'
import { findClusters, type Unit } from './clusters.ts'
import { type Figure, sliceNames } from './figures.ts'
import { type RateEstimates, withWhole } from './rate-estimates.ts'
import type { Countable, SliceKey } from './shares.ts'

/**
 * Shares of right diagnoses with a wrong perception, with a right perception, and the first minus the second: of all
 * diagnoses, and by their task, modality and region.
 * @param whole of a part asked in a drawn order: what is known of all images
 */
export function shortcutList(
  rows: readonly Countable[],
  levels: ShortcutOptions,
  whole: RateEstimates | null,
): Figure[] {
  const { overall, groups } = credibility(rows, levels, { resamples: 0 })
  // Chains are of images, whatever the run counts.
  const unit = findClusters(rows).unit === 'group' ? 'group' : 'image'
  return [
    ...rateFigures({}, whole ? withWhole(overall, whole) : overall, unit),
    ...axes.flatMap(axis =>
      groups[axis].flatMap(({ label, ...rates }) => rateFigures({ [sliceNames[axis]]: label }, rates, unit)),
    ),
  ]
}

function rateFigures(slice: SliceKey, rates: Omit<ChainRates, 'luck' | 'rationality'>, unit: Unit): Figure[] {
  const { shortcut, grounded, gap, misread, readRight, clusters } = rates
  const unknown = { designEffect: null, effectiveN: null }
  const shares = [
    { figure: 'shortcut', rate: shortcut, clusters: misread },
    { figure: 'after-right-perception', rate: grounded, clusters: readRight },
  ]
  const figures = shares
    .filter(({ rate }) => rate.n > 0)
    .map(({ figure, rate: { n, correct, share, low, high, method }, clusters }) => ({
      ...{ figure, slice, n, correct, clusters, unit, share, low, high, ...unknown },
      ...{ method, icc: method === 'korn-graubard' ? priorIcc : null },
    }))
  if (!gap) return figures
  const { difference, low, high } = gap
  return [
    ...figures,
    {
      ...{ figure: 'shortcut-difference', slice, n: shortcut.n + grounded.n, correct: null, clusters, unit },
      ...{ share: difference, low, high, ...unknown, method: 'mover', icc: priorIcc },
    },
  ]
}
