/** How well the confidence that a reader states fits being right. */
export interface StatedScores {
  readonly n: number
  /** Mean stated probability, from 0 to 1. */
  readonly mean: number
  /** Mean squared difference of the stated probability and being right: G. W. Brier (1950), Mon. Weather Rev. 78, 1–3. */
  readonly brier: number
}

/** @param answers percent, and whether it is right @returns null of no answers with a confidence */
export function statedScores(
  answers: readonly { readonly percent: number; readonly correct: boolean }[],
): StatedScores | null {
  const n = answers.length
  if (n === 0) return null
  const shares = answers.map(({ percent }) => percent / 100)
  const squared = answers.map(({ correct }, at) => ((shares[at] ?? 0) - Number(correct)) ** 2)
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return { n, mean: sum(shares) / n, brier: sum(squared) / n }
}
