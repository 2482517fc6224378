/** What accuracies are compared with, and names, formulas and meanings of the three official rates. */

import type { ShareDifference } from '@voxelwise/statistics'
import type { Constant, ConstantLetter } from '../../engine/analysis/answer-habits.ts'
import type { ChainRates, GroupRates } from '../../engine/analysis/chains.ts'
import type { Estimate } from '../../engine/analysis/shares.ts'
import { label, percent, points, pointsInterval } from './format.ts'

export const rates = ['shortcut', 'luck', 'rationality'] as const
export type RateKey = (typeof rates)[number]

export const rateNames: Readonly<
  Record<RateKey, { readonly name: string; readonly formula: string; readonly meaning: string }>
> = {
  luck: { name: 'Luck_Rate', formula: 'D / (A + D)', meaning: 'right diagnoses with wrong perception' },
  shortcut: {
    name: 'Shortcut_Prob',
    formula: 'D / (C + D)',
    meaning: 'wrong perceptions with a right diagnosis',
  },
  rationality: {
    name: 'Rationality',
    formula: '1 − Luck_Rate',
    meaning: 'right diagnoses with right perception',
  },
}

/** "With right perception, 57.5% of diagnoses are right. Guessing gives 38.2%." */
export function referenceWords({ grounded, guessing }: Pick<ChainRates, 'grounded' | 'guessing'>): string {
  const after =
    grounded.n === 0 ? '' : `With right perception, ${percent(grounded.share)} of diagnoses are right.`
  const guess = guessing === null ? '' : `Guessing gives ${percent(guessing)}.`
  return [after, guess].filter(Boolean).join(' ')
}

/** "With wrong perception it is −6.2 points, 95% interval −30.1 to +18.0." Nothing where it is not known. */
export function gapWords(gap: ShareDifference | null): string {
  if (gap === null) return ''
  const is = gap.low > 0 ? 'higher' : gap.high < 0 ? 'lower' : 'not clearly different'
  return `With wrong perception, the rate is ${is}: ${points(gap.difference)} points, 95% interval ${pointsInterval(gap.low, gap.high)}.`
}

/** "Disease Diagnosis always answers “no”." of the diagnosis tasks in which the model gives one answer; empty where it varies. */
export function constantDiagnosesWords(tasks: readonly GroupRates[]): string {
  const named = tasks.flatMap(({ label: task, constant }) =>
    constant?.of === 'given' ? [`${label(task)} (${constantWords(constant)})`] : [],
  )
  return named.length === 0
    ? ''
    : `The model gives one answer to everything in ${named.join(', ')}. Comparisons and findings leave these diagnoses out.`
}

type Baselines = Pick<Estimate, 'chance' | 'majority' | 'usual' | 'letter'>

/** How the accuracies of small voxels are pooled. */
export const pooledMethods =
  'Accuracies pooled by task are empirical Bayes estimates: the voxels of a task have a beta-binomial distribution, fitted by maximum likelihood.'

/** A longer answer is not named in a line. */
const longestNamed = 24

/** "guessing 25.0%, most frequent answer 40.0%, always “C” 37.8%"; empty where none is known. */
export const guessingWords = ({ chance, majority, usual, letter }: Baselines): string =>
  [
    ...(chance === null ? [] : [`guessing ${percent(chance)}`]),
    ...(majority === undefined ? [] : [`${usualWords(usual)} ${percent(majority)}`]),
    // Where the most frequent answer is that letter, it has been said.
    ...(letter === undefined || letter.letter === usual
      ? []
      : [`always “${letter.letter}” ${percent(letter.share)}`]),
  ].join(', ')

/** "37.8% (C)". */
export const letterWords = ({ letter, share }: ConstantLetter): string => `${percent(share)} (${letter})`

const usualWords = (usual: string | undefined): string =>
  usual === undefined || usual.length > longestNamed ? 'most frequent answer' : `always answering “${usual}”`

/** "always answers “CT”"; "“CT” is always right". */
export const constantWords = ({ of, answer }: Constant): string =>
  of === 'given' ? `always answers “${answer}”` : `“${answer}” is always right`

/** How an accuracy compares with what needs no image, for the end of a sentence. */
export function comparedWords(estimate: Pick<Estimate, 'low' | 'high'> & Baselines): string {
  const { low, high, chance, majority } = estimate
  const guess = chance === null ? null : `guessing (${percent(chance)})`
  const usual = majority === undefined ? null : `the most frequent answer (${percent(majority)})`
  if (chance !== null && high < chance)
    return majority !== undefined && high < majority ? `below ${guess} and ${usual}` : `below ${guess}`
  const [larger, smaller, bound] =
    majority !== undefined && majority >= (chance ?? 0)
      ? [usual, guess, majority]
      : [guess, usual, chance ?? 0]
  if (low > bound) return `above ${[guess, usual].filter(Boolean).join(' and ')}`
  const how = high < bound ? 'below' : 'not clearly above'
  return `${how} ${larger}${smaller ? `; ${smaller.replace(' (', ' gives ').replace(')', '')}` : ''}`
}
