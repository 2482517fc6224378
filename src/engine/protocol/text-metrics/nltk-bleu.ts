/** BLEU as NLTK 3.10 computes it. */
import { commonCount, ngramCounts, totalCount } from './overlap.ts'

/** `sys.float_info.min`, which stands for the precision of an order without a match. */
const smallestNormal = 2 ** -1022

/**
 * Equals `sentence_bleu([reference], prediction, weights=[1/order] * order)`, without smoothing: an order without a
 * match does not make it 0, but so small that it is as good as 0 (1e-77 to 1e-231). 0 where no word matches.
 * @param prediction tokens without spaces inside
 * @param reference tokens without spaces inside
 */
export function nltkBleu(
  prediction: readonly string[],
  reference: readonly string[],
  order: 1 | 2 | 3 | 4,
): number {
  const precisions = Array.from({ length: order }, (_, index) => {
    const counts = ngramCounts(prediction, index + 1)
    return commonCount(counts, ngramCounts(reference, index + 1)) / Math.max(1, totalCount(counts))
  })
  if (precisions[0] === 0) return 0
  const shorter = prediction.length <= reference.length
  const brevity = shorter ? Math.exp(1 - reference.length / prediction.length) : 1
  const logarithms = precisions.map(precision => Math.log(precision || smallestNormal))
  return brevity * Math.exp(logarithms.reduce((sum, logarithm) => sum + logarithm / order, 0))
}
