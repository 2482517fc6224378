/** Agreement of readers with each other. A figure that is not defined is null, never 0 or 1. */

import { cohensKappa, type KappaWeights } from '@voxelwise/statistics'
import { countBy } from '../../../engine/base/grouping.ts'
import { answersBySample, type ReaderRatings, sharedAnswers } from './ratings.ts'

/** The share of equal answers among the samples that both answered; null where there are none. */
export function percentAgreement<T>(first: readonly (T | null)[], second: readonly (T | null)[]) {
  const shared = sharedAnswers(first, second)
  const n = shared.first.length
  return n === 0 ? null : shared.first.filter((answer, at) => answer === shared.second[at]).length / n
}

/**
 * Cohen's kappa over the samples that both answered. With weights, categories are taken in their order (`cohensKappa`).
 * @param categories how many there are: numbers from 0
 */
export function pairKappa(
  first: ReaderRatings[number],
  second: ReaderRatings[number],
  categories: number,
  weights: KappaWeights = 'none',
): number | null {
  const shared = sharedAnswers(first, second)
  const names = Array.from({ length: categories }, (_, category) => category)
  return cohensKappa(shared.first, shared.second, names, weights)
}

interface SharedKappa {
  /** Null below two readers or two such samples, and where all answers are one category. */
  readonly kappa: number | null
  /** The samples that all readers answered. */
  readonly samples: number
}

/**
 * Fleiss' kappa over the samples that all readers answered: J. L. Fleiss (1971), Psychol. Bull. 76, 378–382. Agreement of a sample is
 * (Σ n_c² − R)/(R(R − 1)), that by chance the sum of the squared shares of the categories.
 */
export function fleissKappa(ratings: ReaderRatings): SharedKappa {
  const readers = ratings.length
  const full = answersBySample(ratings).filter(answers => answers.length === readers)
  const samples = readers === 0 ? 0 : full.length
  if (samples < 2 || readers < 2) return { kappa: null, samples }
  const all = countBy(full.flat())
  const given = readers * samples
  // Whole numbers, so that one category alone leaves exactly nothing.
  const beyondChance = given ** 2 - sumOfSquares(all.values())
  if (beyondChance === 0) return { kappa: null, samples }
  const agreeing = full.reduce((sum, answers) => sum + sumOfSquares(countBy(answers).values()) - readers, 0)
  const observed = agreeing / (samples * readers * (readers - 1))
  const expected = 1 - beyondChance / given ** 2
  return { kappa: (observed - expected) / (1 - expected), samples }
}

const sumOfSquares = (counts: Iterable<number>): number => {
  let sum = 0
  for (const count of counts) sum += count ** 2
  return sum
}

/**
 * Gwet's AC1 of any number of readers, with gaps: K. L. Gwet (2008), Br. J. Math. Stat. Psychol. 61, 29–48. Agreement is the mean over
 * the samples that two or more answered; chance is Σ π(1 − π)/(q − 1), π the mean share of a category over the answered samples.
 * @param categories q: how many may be given
 * @returns null where nothing was answered twice, or all answers are one category
 */
export function gwetsAc1(ratings: ReaderRatings, categories: number): number | null {
  const answered = answersBySample(ratings).filter(answers => answers.length > 0)
  const repeated = answered.filter(answers => answers.length > 1)
  if (repeated.length === 0 || countBy(answered.flat()).size < 2 || categories < 2) return null
  const shares = new Map<number, number>()
  for (const answers of answered)
    for (const [category, count] of countBy(answers))
      shares.set(category, (shares.get(category) ?? 0) + count / answers.length / answered.length)
  let expected = 0
  for (const share of shares.values()) expected += (share * (1 - share)) / (categories - 1)
  const observed =
    repeated.reduce((sum, answers) => {
      const n = answers.length
      return sum + (sumOfSquares(countBy(answers).values()) - n) / (n * (n - 1))
    }, 0) / repeated.length
  return (observed - expected) / (1 - expected)
}
