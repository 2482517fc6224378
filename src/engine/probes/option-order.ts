/**
 * Does the answer depend on the order of the options? Every sample is asked once with each cyclic permutation, so that
 * every option is once at every place and a model that reads the options prefers none.
 */

import type { JsonObject } from '@voxelwise/python'
import { mean } from '@voxelwise/statistics'
import type { Clusters } from '../analysis/clusters.ts'
import { type Countable, type Estimate, measureShares, Shares } from '../analysis/shares.ts'
import { groupBy } from '../base/grouping.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { Letter } from '../protocol/sample.ts'

/** Whether a question is asked with its options in another order: where one of them, or several, are to be chosen. */
export const hasOrder = (protocol: Protocol, fields: JsonObject): boolean =>
  ['choice', 'several'].includes(protocol.answerKind(fields))

/**
 * The meaning of a letter (or several) with moved options, in the sample's own order; the empty string if one of them
 * is no option.
 */
export function unrotated(letters: readonly Letter[], shift: number, answer: string): string {
  const places = Array.from(answer, letter => letters.indexOf(letter))
  if (places.includes(-1)) return ''
  return places
    .map(place => letters[(place + shift) % letters.length] ?? '')
    .sort()
    .join('')
}

/** The answers to one sample. */
export interface OrderAnswers {
  /** Its row in the run. */
  readonly row: Countable
  /** Letters of the sample's options, in order. */
  readonly letters: readonly Letter[]
  /** In the sample's own order, of several letters run together; empty where no option is right. */
  readonly right: string
  /** As given, by shift from 0. */
  readonly answers: readonly string[]
  /** Several options may be right, so that an answer is one of the sets of them that are not empty. */
  readonly several?: true
}

/** How many answers there are to choose from. */
const possibleAnswers = ({ letters, several }: OrderAnswers): number =>
  several ? 2 ** letters.length - 1 : letters.length

interface PlaceFigures {
  /** How often the model answered with this place, compared with 1 in n. */
  readonly chosen: Estimate
  /** How often it found the right option here. */
  readonly recall: Estimate
}

/** Samples with the same number of options. */
export interface PositionBias {
  readonly options: number
  readonly samples: number
  /** By place from 0; of answers that name an option. */
  readonly places: readonly PlaceFigures[]
  /**
   * Standard deviation of the recalls, 0 without bias: RStd of C. Zheng et al. (2024), "Large language models are
   * not robust multiple choice selectors", ICLR, section 2.2.
   */
  readonly recallSpread: number
}

/**
 * For every number of options, fewest first: of questions with one answer, which stands at a place. Passes are no further
 * questions: a question counts once, with its mean over the passes that name an option.
 */
export function positionBias(samples: readonly OrderAnswers[], clusters: Clusters): PositionBias[] {
  const single = samples.filter(({ several }) => !several)
  const groups = groupBy(single, ({ letters }) => String(letters.length))
  return Array.from(groups.values(), group => measureBias(group, clusters)).sort(
    (a, b) => a.options - b.options,
  )
}

function measureBias(samples: readonly OrderAnswers[], clusters: Clusters): PositionBias {
  const options = samples[0]?.letters.length ?? 0
  const chance = 1 / options
  const places = Array.from({ length: options }, (_, place) => {
    const chosen = samples.flatMap(({ row, letters, answers }) => {
      const named = answers.filter(answer => letters.includes(answer))
      if (named.length === 0) return []
      const value = named.filter(answer => answer === letters[place]).length / named.length
      return [{ row, value, chance, weight: named.length / answers.length }]
    })
    const isFound = ({ letters, right, answers }: OrderAnswers): number | null => {
      const letter = letters[place] ?? ''
      const shift = answers.findIndex((_, shift) => unrotated(letters, shift, letter) === right)
      return shift === -1 ? null : Number(answers[shift] === letter)
    }
    return {
      chosen: new Shares(chosen, clusters).whole(),
      recall: measureShares(samples, clusters, isFound, () => chance).whole(),
    }
  })
  const recalls = places.map(({ recall }) => recall.share)
  return { options, samples: samples.length, places, recallSpread: deviation(recalls) }
}

function deviation(values: readonly number[]): number {
  const centre = mean(values)
  return values.length === 0 ? 0 : Math.sqrt(mean(values.map(value => (value - centre) ** 2)))
}

export interface OrderConsistency {
  /** The same option whatever the order. */
  readonly consistent: Estimate
  /** Right in the sample's own order. */
  readonly given: Estimate
  /** Right in every order: CircularEval of Y. Liu et al. (2024), "MMBench", ECCV, section 4. */
  readonly every: Estimate
  /** Right in at least one order. */
  readonly any: Estimate
}

/** Chance is that of a model that guesses independently in every pass. Samples with one option or no right one are left out. */
export function orderConsistency(samples: readonly OrderAnswers[], clusters: Clusters): OrderConsistency {
  const eligible = samples.filter(({ letters, right }) => letters.length > 1 && right !== '')
  const share = (
    holds: (said: readonly string[], right: string) => boolean,
    chance: (possible: number, passes: number) => number,
  ): Estimate => {
    const entries = eligible.map(sample => {
      const { row, letters, right, answers } = sample
      const said = answers.map((answer, shift) => unrotated(letters, shift, answer))
      const value = Number(holds(said, right))
      return { row, value, chance: chance(possibleAnswers(sample), answers.length) }
    })
    return new Shares(entries, clusters).whole()
  }
  return {
    consistent: share(
      said => said[0] !== '' && said.every(option => option === said[0]),
      (possible, passes) => possible ** (1 - passes),
    ),
    given: share(
      (said, right) => said[0] === right,
      possible => 1 / possible,
    ),
    every: share(
      (said, right) => said.length > 0 && said.every(option => option === right),
      (possible, passes) => possible ** -passes,
    ),
    any: share(
      (said, right) => said.includes(right),
      (possible, passes) => 1 - (1 - 1 / possible) ** passes,
    ),
  }
}
