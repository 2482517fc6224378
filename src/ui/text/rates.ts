/** Names, formulas and meanings of the three official rates, and of what Shortcut_Prob is compared with. */
import type { ChainRates } from '../../engine/analysis/chains.ts'
import type { RateGap } from '../../engine/statistics/bootstrap.ts'
import { percent, points, pointsInterval } from './format.ts'

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
export function gapWords(gap: RateGap | null): string {
  if (gap === null) return ''
  const is = gap.low > 0 ? 'higher' : gap.high < 0 ? 'lower' : 'not clearly different'
  return `With wrong perception, the rate is ${is}: ${points(gap.difference)} points, 95% interval ${pointsInterval(gap.low, gap.high)}.`
}
