/** Token F1: how many words a short answer shares with the reference. */
import { checkComparable } from '../../base/answer-limits.ts'
import { words } from '../../base/python-text.ts'
import { squadNormalised } from '../judges/normalise.ts'
import { commonCount, ngramCounts, type Overlap, overlapOf } from './overlap.ts'

/**
 * `f1` equals `compute_f1` of SQuAD's evaluate-v2.0.py: words after SQuAD's normalisation, each as often as both have
 * it; where one side has none, 1 if the other has none either, else 0. Words are what stands between white space, so
 * that a Chinese sentence is one.
 * @throws VoxelwiseError answer-too-long
 */
export function tokenF1(prediction: string, reference: string): Overlap {
  checkComparable(prediction, reference)
  const predicted = words(squadNormalised(prediction))
  const expected = words(squadNormalised(reference))
  if (predicted.length === 0 && expected.length === 0) return { precision: 1, recall: 1, f1: 1 }
  const common = commonCount(ngramCounts(predicted, 1), ngramCounts(expected, 1))
  return overlapOf(common, predicted.length, expected.length)
}
