/**
 * ROUGE (C.-Y. Lin (2004), "ROUGE: a package for automatic evaluation of summaries", ACL workshop, 74–81) as Google's
 * rouge-score 0.1.2 computes it, without its stemmer, which is its default. Tokens are runs of a–z and 0–9 in the
 * lower-cased text, so that other scripts have none and score 0.
 */
import { checkComparable } from '../../base/answer-limits.ts'
import { getOrMake } from '../../base/grouping.ts'
import { commonCount, ngramCounts, type Overlap, tokenOverlap, totalCount } from './overlap.ts'

const tokens = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

/** Equals `RougeScorer(['rouge1'])` or `RougeScorer(['rouge2'])`, `.score(reference, prediction)`. */
export function rougeN(prediction: string, reference: string, n: 1 | 2): Overlap {
  checkComparable(prediction, reference)
  const predicted = ngramCounts(tokens(prediction), n)
  const expected = ngramCounts(tokens(reference), n)
  return tokenOverlap(commonCount(predicted, expected), totalCount(predicted), totalCount(expected))
}

/** Equals `RougeScorer(['rougeL']).score(reference, prediction)`: the longest common subsequence of both. */
export function rougeL(prediction: string, reference: string): Overlap {
  checkComparable(prediction, reference)
  const numbers = new Map<string, number>()
  // Equal tokens have the same number, which is quicker to compare.
  const numbered = (text: string): Uint32Array =>
    Uint32Array.from(tokens(text), token => getOrMake(numbers, token, () => numbers.size))
  const [predicted, expected] = [numbered(prediction), numbered(reference)]
  return tokenOverlap(commonSubsequence(predicted, expected), predicted.length, expected.length)
}

/** The length of the longest common subsequence, with two rows of the table of lengths instead of all. */
function commonSubsequence(x: Uint32Array, y: Uint32Array): number {
  let above = new Uint32Array(y.length + 1)
  let row = new Uint32Array(y.length + 1)
  for (const item of x) {
    let left = 0
    for (let j = 0; j < y.length; j++) {
      const up = above[j + 1] as number
      if (y[j] === item) left = (above[j] as number) + 1
      else if (up > left) left = up
      row[j + 1] = left
    }
    ;[above, row] = [row, above]
  }
  return above[y.length] as number
}
