/**
 * ROUGE (C.-Y. Lin (2004), "ROUGE: a package for automatic evaluation of summaries", ACL workshop, 74–81) as Google's
 * rouge-score 0.1.2 computes it, without its stemmer, which is its default. Tokens are runs of a–z and 0–9 in the
 * lower-cased text, so that other scripts have none and score 0.
 */
import { commonCount, ngramCounts, type Overlap, overlapOf, totalCount } from './overlap.ts'

const tokens = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

/** Equals `RougeScorer(['rouge1'])` or `RougeScorer(['rouge2'])`, `.score(reference, prediction)`. */
export function rougeN(prediction: string, reference: string, n: 1 | 2): Overlap {
  const predicted = ngramCounts(tokens(prediction), n)
  const expected = ngramCounts(tokens(reference), n)
  return overlapOf(commonCount(predicted, expected), totalCount(predicted), totalCount(expected))
}

/** Equals `RougeScorer(['rougeL']).score(reference, prediction)`: the longest common subsequence of both. */
export function rougeL(prediction: string, reference: string): Overlap {
  const predicted = tokens(prediction)
  const expected = tokens(reference)
  return overlapOf(commonSubsequence(predicted, expected), predicted.length, expected.length)
}

/** Length of the longest common subsequence, one row of the table at a time. */
function commonSubsequence(a: readonly string[], b: readonly string[]): number {
  let above = new Uint32Array(b.length + 1)
  let row = new Uint32Array(b.length + 1)
  for (const token of a) {
    for (let j = 1; j <= b.length; j++) {
      const [left, up, aslant] = [row[j - 1] as number, above[j] as number, above[j - 1] as number]
      row[j] = token === b[j - 1] ? aslant + 1 : Math.max(up, left)
    }
    ;[above, row] = [row, above]
  }
  return above[b.length] as number
}
