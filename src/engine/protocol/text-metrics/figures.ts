/** Figures of free-text answers besides accuracy, each named after its source. */

import { words } from '@voxelwise/python'
import { checkComparable } from '../../base/answer-limits.ts'
import { exactMatch } from '../judges/exact-match.ts'
import { squadNormalised } from '../judges/normalise.ts'
import { corpusBleu } from './bleu.ts'
import { commonCount, ngramCounts, type Overlap, tokenOverlap } from './overlap.ts'
import { rougeL, rougeN } from './rouge.ts'

interface AnsweredText {
  readonly prediction: string
  readonly reference: string
}

interface TextFigure {
  /** Lower case with hyphens, for files. */
  readonly id: string
  readonly name: string
  /** 0 to 1. */
  readonly share: number
}

export interface TextFigures {
  /** Questions that are answered in words. */
  readonly n: number
  readonly figures: readonly TextFigure[]
}

/** Means over the questions, of which there are some; BLEU is of all of them together, as sacreBLEU has it. */
export function textFigures(texts: readonly AnsweredText[]): TextFigures {
  const mean = (of: (text: AnsweredText) => number) =>
    texts.reduce((sum, text) => sum + of(text), 0) / texts.length
  const referenced = texts.map(({ prediction, reference }) => ({ prediction, references: [reference] }))
  const averagedFigure = (
    id: string,
    name: string,
    of: (prediction: string, reference: string) => number,
  ) => ({
    ...{ id, name },
    share: mean(({ prediction, reference }) => of(prediction, reference)),
  })
  return {
    n: texts.length,
    figures: [
      averagedFigure('exact-match', 'Exact match (SQuAD)', (prediction, reference) =>
        Number(exactMatch('squad', prediction, [reference]).correct),
      ),
      averagedFigure(
        'token-f1',
        'Token F1 (SQuAD)',
        (prediction, reference) => tokenF1(prediction, reference).f1,
      ),
      ...([1, 2, 3, 4] as const).map(order => ({
        id: `bleu-${order}`,
        name: `BLEU-${order} (sacreBLEU)`,
        share: corpusBleu(referenced, order),
      })),
      ...([1, 2] as const).map(n =>
        averagedFigure(
          `rouge-${n}`,
          `ROUGE-${n} (rouge-score)`,
          (prediction, reference) => rougeN(prediction, reference, n).f1,
        ),
      ),
      averagedFigure(
        'rouge-l',
        'ROUGE-L (rouge-score)',
        (prediction, reference) => rougeL(prediction, reference).f1,
      ),
    ],
  }
}

/**
 * `f1` equals `compute_f1` of SQuAD's evaluate-v2.0.py: words after its normalisation, each as often as both texts have it; 1
 * if neither has any. A Chinese sentence is one word.
 * @throws VoxelwiseError answer-too-long
 */
export function tokenF1(prediction: string, reference: string): Overlap {
  checkComparable(prediction, reference)
  const predicted = words(squadNormalised(prediction))
  const expected = words(squadNormalised(reference))
  if (predicted.length === 0 && expected.length === 0) return { precision: 1, recall: 1, f1: 1 }
  const common = commonCount(ngramCounts(predicted, 1), ngramCounts(expected, 1))
  return tokenOverlap(common, predicted.length, expected.length)
}
