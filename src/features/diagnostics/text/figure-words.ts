/** Names and forms of diagnostic figures. */
import { coefficient, decimal, decimalInterval, interval, percent } from '../../../ui/text/format.ts'
import type { FigureName } from '../engine/detection-figures.ts'
import type { PositiveRule } from '../engine/finding-answers.ts'
import type { FigureMethod } from '../engine/table-figures.ts'

export interface FigureWords {
  readonly name: string
  /** A head of a narrow column. */
  readonly short: string
  readonly meaning: string
  readonly formatValue: (value: number) => string
  readonly formatInterval: (low: number, high: number) => string
}

const asPercent = { formatValue: percent, formatInterval: interval }
const asDecimal = { formatValue: decimal, formatInterval: decimalInterval }

export const figureWords: Readonly<Record<FigureName, FigureWords>> = {
  auroc: {
    ...{ name: 'AUROC', short: 'AUROC', ...asDecimal },
    meaning: 'chance that a present finding has a higher probability than an absent one; 0.5 is chance',
  },
  'average-precision': {
    ...{ name: 'Average precision', short: 'AP', ...asDecimal },
    meaning: 'area under the precision-recall curve; chance is the share of present findings',
  },
  sensitivity: {
    ...{ name: 'Sensitivity', short: 'Sensitivity', ...asPercent },
    meaning: 'of present findings, the share with the positive answer',
  },
  specificity: {
    ...{ name: 'Specificity', short: 'Specificity', ...asPercent },
    meaning: 'of absent findings, the share without it',
  },
  ppv: {
    ...{ name: 'PPV', short: 'PPV', ...asPercent },
    meaning: 'of positive answers, the share that is right',
  },
  npv: {
    ...{ name: 'NPV', short: 'NPV', ...asPercent },
    meaning: 'of other answers, the share that is right',
  },
  f1: { ...{ name: 'F1', short: 'F1', ...asDecimal }, meaning: 'harmonic mean of PPV and sensitivity' },
  mcc: {
    ...{ name: 'MCC', short: 'MCC', formatValue: value => coefficient(value, 3) },
    formatInterval: (low, high) => `${coefficient(low, 3)} to ${coefficient(high, 3)}`,
    meaning: 'Matthews’s correlation, −1 to 1; 0 is chance',
  },
  'balanced-accuracy': {
    ...{ name: 'Balanced accuracy', short: 'Bal. acc.', ...asPercent },
    meaning: 'mean of sensitivity and specificity',
  },
}

export const methodWords: Readonly<Record<FigureMethod, string>> = {
  'korn-graubard': 'Korn–Graubard',
  satterthwaite: 'Satterthwaite',
  taylor: 'Taylor',
  obuchowski: 'Obuchowski',
}

/** From which probability on an answer is positive; “never” where a threshold calls nothing positive. */
export const thresholdWords = (threshold: number): string =>
  Number.isFinite(threshold) ? `from ${decimal(threshold)} on` : 'never'

/** Why an answer is the positive one. */
export const ruleWords: Readonly<Record<PositiveRule, string>> = {
  chosen: 'named by the user',
  'known opposite': 'the other says that it is absent',
  rarer: 'the rarer of two right answers',
  'each answer': 'each answer against the others',
  'each option': 'each of the options, of which several may be right',
}
