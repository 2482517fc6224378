/**
 * ROUGE as the package `rouge` 1.0.1 computes it: sets of words and of pairs of words, so that a repetition counts
 * once, sentences at every full stop, and 1e-8 added below the F1.
 */
import { checkComparable } from '../../base/answer-limits.ts'
import { words } from '../../base/python-text.ts'
import { CommonSubsequence, Numbering } from './common-subsequence.ts'
import { ngramCounts, type Overlap } from './overlap.ts'

/**
 * The sentences' words. The original keeps the non-empty parts of `text.split('.')`, so a sentence of spaces alone is
 * one with the word ''.
 */
function sentencesOf(text: string): readonly (readonly string[])[] {
  const sentences = text.split('.').filter(sentence => sentence !== '')
  return sentences.map(sentence => {
    const found = words(sentence)
    return found.length > 0 ? found : ['']
  })
}

export interface RougeScores {
  readonly rouge1: Overlap
  readonly rouge2: Overlap
  readonly rougeL: Overlap
}

/**
 * Equals `Rouge().get_scores(prediction, reference)[0]`; null where that raises ValueError: a side without a sentence.
 * Texts of a thousand words, too long for the original's recursion, are no error here.
 * @throws VoxelwiseError answer-too-long
 */
export function rougeSets(prediction: string, reference: string): RougeScores | null {
  checkComparable(prediction, reference)
  const predicted = sentencesOf(prediction)
  const expected = sentencesOf(reference)
  if (predicted.length === 0 || expected.length === 0) return null
  return {
    rouge1: ofNgrams(predicted.flat(), expected.flat(), 1),
    rouge2: ofNgrams(predicted.flat(), expected.flat(), 2),
    rougeL: ofSubsequences(predicted, expected),
  }
}

function ofNgrams(predicted: readonly string[], expected: readonly string[], n: number): Overlap {
  const said = ngramCounts(predicted, n)
  const right = ngramCounts(expected, n)
  const common = [...said.keys()].filter(ngram => right.has(ngram)).length
  return overlap(common, said.size, right.size)
}

/** `rouge_l_summary_level`: the words of every sentence's longest common subsequence with any other's. */
function ofSubsequences(
  predicted: readonly (readonly string[])[],
  expected: readonly (readonly string[])[],
): Overlap {
  const numbering = new Numbering()
  const rights = expected.map(words => numbering.of(words))
  const saids = predicted.map(words => numbering.of(words))
  const common = new CommonSubsequence(saids.reduce((most, { length }) => Math.max(most, length), 0))
  const union = new Set<number>()
  for (const right of rights) {
    for (const said of saids) for (const word of common.items(right, said)) union.add(word)
  }
  return overlap(union.size, new Set(predicted.flat()).size, new Set(expected.flat()).size)
}

function overlap(common: number, predicted: number, expected: number): Overlap {
  const precision = predicted === 0 ? 0 : common / predicted
  const recall = expected === 0 ? 0 : common / expected
  return { precision, recall, f1: 2 * ((precision * recall) / (precision + recall + 1e-8)) }
}
