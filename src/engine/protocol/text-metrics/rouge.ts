/**
 * ROUGE (C.-Y. Lin (2004), "ROUGE: a package for automatic evaluation of summaries", ACL workshop, 74–81) as Google's
 * rouge-score 0.1.2 computes it, without its stemmer, which is its default. Tokens are runs of a–z and 0–9 in the
 * lower-cased text, so that other scripts have none and score 0.
 */
import { checkComparable } from '../../base/answer-limits.ts'
import { commonCount, ngramCounts, type Overlap, overlapOf, totalCount } from './overlap.ts'

/** The length of longest common subsequences, with two rows of the table of lengths instead of all rows. */

/** Texts by numbers: equal ones have the same. */
class Numbering {
  readonly #numbers = new Map<string, number>()

  of(texts: readonly string[]): Uint32Array {
    return Uint32Array.from(texts, text => {
      const known = this.#numbers.get(text)
      if (known !== undefined) return known
      this.#numbers.set(text, this.#numbers.size)
      return this.#numbers.size - 1
    })
  }
}

/** Memory for lists of up to this many items, reused for every pair of lists. */
class CommonSubsequence {
  #above: Uint32Array
  #row: Uint32Array

  /** @param longest items of the longest second list */
  constructor(longest: number) {
    this.#above = new Uint32Array(longest + 1)
    this.#row = new Uint32Array(longest + 1)
  }

  length(x: Uint32Array, y: Uint32Array): number {
    this.#above.fill(0, 0, y.length + 1)
    for (const item of x) this.#next(item, y)
    return this.#above[y.length] as number
  }

  #next(item: number, y: Uint32Array): void {
    const [above, row] = [this.#above, this.#row]
    let left = 0
    for (let j = 0; j < y.length; j++) {
      const up = above[j + 1] as number
      if (y[j] === item) left = (above[j] as number) + 1
      else if (up > left) left = up
      row[j + 1] = left
    }
    this.#above = row
    this.#row = above
  }
}

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
