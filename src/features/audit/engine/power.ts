/** Before a pass: the questions that its figures can count, and how likely the audit reaches a verdict. */

import { binomialCdf, chiSquaredTail, clopperPearson, normal975 } from '@voxelwise/statistics'
import { findProbeKind } from '../../../engine/probes/kind-of.ts'
import { blankImage } from '../../../engine/probes/kinds/blank-image.ts'
import { oppositeLabel } from '../../../engine/probes/kinds/opposite-label.ts'
import { elsewhere, region } from '../../../engine/probes/kinds/region.ts'
import { sameLabel } from '../../../engine/probes/kinds/same-label.ts'
import { swappedImage } from '../../../engine/probes/kinds/swapped-image.ts'
import type { Probe } from '../../../engine/protocol/probe.ts'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import type { AnsweredRecord } from '../../../engine/protocol/record.ts'
import { leastQuestions, negligible } from './verdict.ts'

/** What is assumed of a model that uses its images: a premium of 10 points, where 30 % of the pairs differ. */
const premium = { distance: 0.1, discordance: 0.3 }
/** What is assumed of a model that ignores them: the share of its answers that change nevertheless. */
const strayChanges = 0.01

export interface VerdictPower {
  /** The figure that shows use, and how many questions it counts. */
  readonly by: 'ssp' | 'gsp' | 'gap'
  readonly eligible: number
  /** The chance that its interval lies above 0 if it is 10 points. */
  readonly uses: number
  /** The chance that every change rate is shown to be at most 5 % if 1 % of the answers change. */
  readonly ignores: number
}

/** Whether the figures of a pass can count a question, by its answer in the run. */
export function isEligible(
  probe: Probe,
  record: Pick<AnsweredRecord, 'sample' | 'parsed' | 'unparsed' | 'correct'>,
  protocol: Protocol,
): boolean {
  if (record.parsed === '' || record.unparsed !== undefined) return false
  return findProbeKind(probe).audit?.counts?.(record, protocol) ?? true
}

/**
 * Over all questions, with intervals that count clusters.
 * @param eligible indices of the questions that each kind of pass can count
 */
export function verdictPower(
  eligible: ReadonlyMap<Probe['kind'], ReadonlySet<number>>,
  designEffect: number,
): VerdictPower {
  const countEligible = (kind: Probe['kind']) => eligible.get(kind)?.size ?? 0
  const inBoth = (first: Probe['kind'], second: Probe['kind']) =>
    [...(eligible.get(first) ?? [])].filter(index => eligible.get(second)?.has(index)).length
  const bySwaps = inBoth(sameLabel.kind, oppositeLabel.kind)
  const byRegion = inBoth(region.kind, elsewhere.kind)
  const by = bySwaps >= leastQuestions ? 'ssp' : byRegion >= leastQuestions ? 'gsp' : 'gap'
  const count = { ssp: bySwaps, gsp: byRegion, gap: countEligible(swappedImage.kind) }[by]
  const rates = [oppositeLabel.kind, swappedImage.kind, blankImage.kind].map(countEligible)
  const fewest = Math.min(...rates.filter(n => n >= leastQuestions))
  return {
    ...{ by, eligible: count },
    uses: powerOfDifference(count / designEffect, premium),
    ignores: Number.isFinite(fewest)
      ? powerOfUpperLimit(Math.floor(fewest / designEffect), strayChanges, negligible)
      : 0,
  }
}

/** The chance that the interval of a share ends at `bound` or below, where the share is `rate`. @param n whole */
export function powerOfUpperLimit(n: number, rate: number, bound: number): number {
  let most = -1
  while (most + 1 < n && clopperPearson((most + 1) / n, n).high <= bound) most++
  return binomialCdf(most, n, rate)
}

/** Two conditions on the same questions. */
interface PlannedPairs {
  /** Between the true difference and the bound that its 95 % interval must not include: 0, or the margin of equivalence. */
  readonly distance: number
  /** The share of questions on which the two conditions differ. */
  readonly discordance: number
}

/**
 * The chance that one end of the interval of the difference keeps off the bound with `n` questions (J. Lachin 1992, Stat. Med. 11,
 * 1239–1251, without the small difference in the variance).
 */
export const powerOfDifference = (n: number, { distance, discordance }: PlannedPairs): number =>
  normalBelow(distance * Math.sqrt(n / discordance) - normal975)

const normalBelow = (z: number): number => {
  const tail = chiSquaredTail(z * z) / 2
  return z > 0 ? 1 - tail : tail
}
