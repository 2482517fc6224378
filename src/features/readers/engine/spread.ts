/** Where a model stands among readers: its place, whether it may replace one of them, and what most of them say. */

import type { Interval } from '@voxelwise/statistics'
import { countBy } from '../../../engine/base/grouping.ts'
import { pairKappa, percentAgreement } from './agreement.ts'
import { clusteredPercentiles } from './agreement-interval.ts'
import { gammaSums } from './agreement-sums.ts'
import { meanOfDefined, type ReaderRatings, readerPairs } from './ratings.ts'

/** Answers to the same samples; null where there is none. */
type SampleAnswers<T> = readonly (T | null)[]

/** Shares of samples with different answers. Null where no two readers, or no reader and the model, answered one sample. */
interface Interchangeability {
  /** The mean over pairs of readers, and over readers of each against the model. */
  readonly readerReader: number | null
  readonly readerModel: number | null
  /** How much more often the model differs from a reader than two readers do. */
  readonly gamma: number | null
}

/**
 * N. A. Obuchowski (2001), Stat. Med. 20, 2845–2863; N. A. Obuchowski, N. Subhas and P. Schoenhagen (2014), Acad. Radiol. 21, 1483–1489.
 * A pair counts on the samples that both answered.
 */
export function interchangeability<T>(
  readers: readonly SampleAnswers<T>[],
  model: SampleAnswers<T>,
): Interchangeability {
  const differing = (first: SampleAnswers<T>, second: SampleAnswers<T>) => {
    const equal = percentAgreement(first, second)
    return equal === null ? null : 1 - equal
  }
  const pairs = readerPairs(readers.length).map(([a, b]) => differing(readers[a] ?? [], readers[b] ?? []))
  const readerReader = meanOfDefined(pairs)
  const readerModel = meanOfDefined(readers.map(reader => differing(reader, model)))
  const gamma = readerReader === null || readerModel === null ? null : readerModel - readerReader
  return { readerReader, readerModel, gamma }
}

export interface SpreadVerdict {
  /** The interval of gamma; null below 20 clusters. */
  readonly interval: Interval | null
  readonly verdict: 'within' | 'worse' | 'open'
}

/** What a study means by interchangeable if it does not say: five points. */
export const defaultMargin = 0.05

/**
 * `within` the readers' spread if gamma's upper limit is below the margin; `worse` if its lower limit is above 0, so that the model
 * differs more than readers do. It speaks of agreement, not of being right.
 */
export function spreadVerdict(
  readers: ReaderRatings,
  model: SampleAnswers<number>,
  clusterBySample: readonly unknown[],
  margin: number,
): SpreadVerdict {
  const interval = clusteredPercentiles([...readers, model], clusterBySample, gammaSums(readers.length))
  if (!interval) return { interval, verdict: 'open' }
  return { interval, verdict: interval.high < margin ? 'within' : interval.low > 0 ? 'worse' : 'open' }
}

/** The answer to each sample of more than half of those who answered it; null in a tie, and where nobody did. */
export function consensus<T>(readers: readonly SampleAnswers<T>[]): (T | null)[] {
  const samples = Math.max(0, ...readers.map(answers => answers.length))
  return Array.from({ length: samples }, (_, sample) => {
    const given = readers.flatMap(answers => {
      const answer = answers[sample] ?? null
      return answer === null ? [] : [answer]
    })
    const most = [...countBy(given)].find(([, count]) => 2 * count > given.length)
    return most ? most[0] : null
  })
}

/** How many readers have a lower, an equal and a higher share right than the model, each on the samples that both answered. */
export function placeAmong<T>(
  readers: readonly SampleAnswers<T>[],
  model: SampleAnswers<T>,
  right: SampleAnswers<T>,
) {
  const place = { below: 0, equal: 0, above: 0 }
  for (const reader of readers) {
    let ahead = 0
    for (const [sample, key] of right.entries()) {
      const [one, other] = [model[sample] ?? null, reader[sample] ?? null]
      if (key !== null && one !== null && other !== null) ahead += Number(one === key) - Number(other === key)
    }
    place[ahead > 0 ? 'below' : ahead < 0 ? 'above' : 'equal']++
  }
  return place
}

/** How many answers are right. A missing answer is not, and a sample without a right answer counts for nobody. */
export const countRight = <T>(answers: SampleAnswers<T>, right: SampleAnswers<T>): number =>
  right.filter((key, sample) => key !== null && answers[sample] === key).length

/** Who had a sample right, among the samples that everybody answered. */
export interface SharedRight {
  readonly samples: number
  readonly noReader: number
  readonly allReaders: number
  readonly modelAlone: number
  /** All readers, and not the model. */
  readonly readersAlone: number
  /** All readers gave one answer, which is not the right one: a question for the keepers of the key. */
  readonly agreedAgainstKey: number
}

export function sharedRight<T>(
  readers: readonly SampleAnswers<T>[],
  model: SampleAnswers<T>,
  right: SampleAnswers<T>,
): SharedRight {
  const counts = {
    samples: 0,
    noReader: 0,
    allReaders: 0,
    modelAlone: 0,
    readersAlone: 0,
    agreedAgainstKey: 0,
  }
  for (const [sample, key] of right.entries()) {
    const given = readers.map(answers => answers[sample] ?? null)
    const modelAnswer = model[sample] ?? null
    if (key === null || modelAnswer === null || given.length === 0 || given.includes(null)) continue
    const hits = given.filter(answer => answer === key).length
    counts.samples++
    counts.noReader += Number(hits === 0)
    counts.allReaders += Number(hits === given.length)
    counts.modelAlone += Number(hits === 0 && modelAnswer === key)
    counts.readersAlone += Number(hits === given.length && modelAnswer !== key)
    counts.agreedAgainstKey += Number(hits === 0 && new Set(given).size === 1 && given.length > 1)
  }
  return counts
}

/**
 * Each reader's kappa with the consensus of the other readers, and the model's mean kappa with these same consensuses, so that nobody is
 * compared with their own answers, and all with as many readers.
 * @param categories how many there are: numbers from 0
 */
export function leaveOneOut(readers: ReaderRatings, model: SampleAnswers<number>, categories: number) {
  const others = readers.map((_, left) => consensus(readers.filter((__, reader) => reader !== left)))
  const kappas = (readerAnswers: (reader: number) => SampleAnswers<number>) =>
    others.map((agreed, reader) => pairKappa(readerAnswers(reader), agreed, categories))
  return {
    readers: kappas(reader => readers[reader] ?? []),
    model: meanOfDefined(kappas(() => model)),
  }
}

/** A model as one more reader: its mean kappa with the readers beside the readers' mean among themselves. */
export function kappaBesideReaders(readers: ReaderRatings, model: SampleAnswers<number>, categories: number) {
  const among = readerPairs(readers.length).map(([a, b]) =>
    pairKappa(readers[a] ?? [], readers[b] ?? [], categories),
  )
  return {
    readers: meanOfDefined(among),
    model: meanOfDefined(readers.map(reader => pairKappa(reader, model, categories))),
  }
}
