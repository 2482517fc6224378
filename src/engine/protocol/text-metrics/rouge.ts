/**
 * ROUGE (C.-Y. Lin (2004), "ROUGE: a package for automatic evaluation of summaries", ACL workshop, 74–81) as Google's
 * rouge-score 0.1.2 computes it, without its stemmer, which is its default. Tokens are runs of a–z and 0–9 in the
 * lower-cased text, so that other scripts have none and score 0.
 */
import { checkComparable } from '../../base/answer-limits.ts'
import { CommonSubsequence, Numbering } from './common-subsequence.ts'
import { commonCount, ngramCounts, type Overlap, overlapOf, totalCount } from './overlap.ts'

const tokens = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

/**
 * Equals `RougeScorer(['rouge1'])` or `RougeScorer(['rouge2'])`, `.score(reference, prediction)`.
 * @throws VoxelwiseError answer-too-long
 */
export function rougeN(prediction: string, reference: string, n: 1 | 2): Overlap {
  checkComparable(prediction, reference)
  const predicted = ngramCounts(tokens(prediction), n)
  const expected = ngramCounts(tokens(reference), n)
  return overlapOf(commonCount(predicted, expected), totalCount(predicted), totalCount(expected))
}

/**
 * Equals `RougeScorer(['rougeL']).score(reference, prediction)`: the longest common subsequence of both.
 * @throws VoxelwiseError answer-too-long
 */
export function rougeL(prediction: string, reference: string): Overlap {
  checkComparable(prediction, reference)
  const numbering = new Numbering()
  const predicted = numbering.of(tokens(prediction))
  const expected = numbering.of(tokens(reference))
  const common = new CommonSubsequence(expected.length).length(predicted, expected)
  return overlapOf(common, predicted.length, expected.length)
}
