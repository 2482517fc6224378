/** Names, formulas and meanings of the three official rates. */
export const rates = ['shortcut', 'luck', 'rationality'] as const
export type RateKey = (typeof rates)[number]

export const rateNames: Readonly<
  Record<RateKey, { readonly name: string; readonly formula: string; readonly meaning: string }>
> = {
  luck: { name: 'Luck_Rate', formula: 'D / (A + D)', meaning: 'right diagnoses rest on wrong perception' },
  shortcut: {
    name: 'Shortcut_Prob',
    formula: 'D / (C + D)',
    meaning: 'wrong perceptions still lead to a right diagnosis',
  },
  rationality: {
    name: 'Rationality',
    formula: '1 − Luck_Rate',
    meaning: 'right diagnoses rest on right perception',
  },
}
