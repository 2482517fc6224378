/** Texts for a run merged from shards. */

import { ownValue } from '@voxelwise/python'
import { counted } from '../../engine/base/counted.ts'
import type { Merged, Stratum } from '../../engine/protocol/merged.ts'
import { count, percent } from './format.ts'

/** "3 shards: 108 answers in 4 sessions for 60 of 60 samples". */
export function mergedWords({ shards, records, sittings, samples, of }: Merged): string {
  return `${counted(shards.length, 'shard')}: ${counted(records, 'answer')} in ${counted(sittings, 'session')} for ${count(samples)} of ${counted(of, 'sample')}`
}

/** The machine of a stratum: how it differs from the others, or its device if there is only one. */
export function stratumName({ machine }: Stratum, strata: readonly Stratum[]): string {
  const differing = Object.keys(machine).filter(
    name => new Set(strata.map(stratum => ownValue(stratum.machine, name))).size > 1,
  )
  const names = differing.length > 0 ? differing : ['device']
  return names
    .map(
      name => `${name} ${ownValue(machine, name) === 'null' ? 'none' : (ownValue(machine, name) ?? 'none')}`,
    )
    .join(', ')
}

/** The accuracy on each kind of machine; empty if there is only one kind. */
export function strataWords({ strata }: Pick<Merged, 'strata'>): readonly string[] {
  if (strata.length < 2) return []
  return strata.map(
    stratum =>
      `${stratumName(stratum, strata)}: ${percent(stratumShare(stratum))} of ${counted(stratum.answered, 'answer')} right`,
  )
}

export const stratumShare = ({ answered, correct }: Stratum): number =>
  answered === 0 ? 0 : correct / answered
