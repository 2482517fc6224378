/** What is said of a run that several machines made. */
import { counted } from '../../engine/base/counted.ts'
import type { Merged, Stratum } from '../../engine/protocol/merged.ts'
import { count, percent } from './format.ts'

/** "3 shards, 108 answers in 4 sittings for 60 of 60 samples". */
export function mergedWords({ shards, records, sittings, samples, of }: Merged): string {
  return `${counted(shards.length, 'shard')}: ${counted(records, 'answer')} in ${counted(sittings, 'sitting')} for ${count(samples)} of ${counted(of, 'sample')}`
}

/** What a stratum ran on: in what it differs from the others, or its device where there is no other. */
export function stratumName({ machine }: Stratum, strata: readonly Stratum[]): string {
  const differing = Object.keys(machine).filter(
    name => new Set(strata.map(stratum => stratum.machine[name])).size > 1,
  )
  const names = differing.length > 0 ? differing : ['device']
  return names
    .map(name => `${name} ${machine[name] === 'null' ? 'none' : (machine[name] ?? 'none')}`)
    .join(', ')
}

/** Of machines of several kinds, what each has answered; empty where all are alike. */
export function strataWords({ strata }: Pick<Merged, 'strata'>): readonly string[] {
  if (strata.length < 2) return []
  return strata.map(
    stratum =>
      `${stratumName(stratum, strata)}: ${percent(shareOf(stratum))} of ${counted(stratum.answered, 'answer')} right`,
  )
}

export const shareOf = ({ answered, correct }: Stratum): number => (answered === 0 ? 0 : correct / answered)
