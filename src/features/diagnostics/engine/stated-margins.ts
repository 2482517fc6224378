/** Claims with a margin about two runs, as the user stated them, and what the runs say about each. */
import { type DifferenceEstimate, marginTest } from './margins.ts'
import {
  type ComparedName,
  comparedNames,
  type FigureDifference,
  type RunDifferences,
} from './run-differences.ts'

export const marginClaims = ['non-inferiority', 'equivalence'] as const
export type MarginClaim = (typeof marginClaims)[number]

/** Stored in this browser; it is never changed. */
export interface StatedMargin {
  /** Ids of the baseline and of the other run. */
  readonly runs: readonly [string, string]
  /** Null for accuracy over all questions. */
  readonly finding: string | null
  readonly figure: ComparedName | 'accuracy'
  /** The finding's positive answer when it was stated; absent for accuracy. With another one the figure is another. */
  readonly positive?: string
  readonly claim: MarginClaim
  /** From 0 to 1, exclusive. */
  readonly margin: number
  /** When it was stated, as `Date.toISOString` writes it. */
  readonly stated: string
}

export interface TestedMargin extends StatedMargin {
  readonly difference: FigureDifference | null
  /** One-sided; null where there is no test. */
  readonly p: number | null
  readonly isShown: boolean
}

/** The figure of both runs that a claim is about; null where they lack it. */
const claimedDifference = (
  { accuracy, findings }: RunDifferences,
  { finding, figure, positive }: Pick<StatedMargin, 'finding' | 'figure' | 'positive'>,
): FigureDifference | null => {
  if (figure === 'accuracy') return accuracy
  const match = findings.find(one => one.finding === finding)
  return match && (positive ?? match.positive) === match.positive ? match.figures[figure] : null
}

function testedMargin(stated: StatedMargin, differences: RunDifferences): TestedMargin {
  const difference = claimedDifference(differences, stated)
  const estimate: DifferenceEstimate | null = difference?.estimate ?? null
  if (!estimate) return { ...stated, difference, p: null, isShown: false }
  const { nonInferiority, equivalence, isNonInferior, isEquivalent } = marginTest(estimate, stated.margin)
  const isAbout = stated.claim === 'equivalence'
  return {
    ...{ ...stated, difference },
    ...{ p: isAbout ? equivalence : nonInferiority, isShown: isAbout ? isEquivalent : isNonInferior },
  }
}

/** Those that were stated of these two runs, oldest first. */
export const testedMargins = (
  all: readonly StatedMargin[],
  [baseline, other]: StatedMargin['runs'],
  differences: RunDifferences,
): TestedMargin[] =>
  all
    .filter(({ runs }) => runs[0] === baseline && runs[1] === other)
    .map(one => testedMargin(one, differences))

const isText = (value: unknown): value is string => typeof value === 'string'

/** Damaged entries are left out. */
export function readMargins(json: unknown): readonly StatedMargin[] {
  if (!Array.isArray(json)) return []
  return json.filter((one: unknown): one is StatedMargin => {
    if (typeof one !== 'object' || one === null) return false
    const { runs, finding, figure, positive, claim, margin, stated } = one as Partial<
      Record<keyof StatedMargin, unknown>
    >
    return (
      Array.isArray(runs) &&
      runs.length === 2 &&
      runs.every(isText) &&
      (finding === null || isText(finding)) &&
      (positive === undefined || isText(positive)) &&
      [...comparedNames, 'accuracy'].some(name => name === figure) &&
      marginClaims.some(name => name === claim) &&
      typeof margin === 'number' &&
      margin > 0 &&
      margin < 1 &&
      isText(stated) &&
      !Number.isNaN(Date.parse(stated))
    )
  })
}
