/** MedEvalKit's figures of an open answer: `judge_open_end_vqa` of utils/utils.py, before its judge model. */
import { checkComparable } from '../../base/answer-limits.ts'
import { words } from '../../base/python-text.ts'
import { answerPart } from '../judges/medevalkit-answer.ts'
import { commonCount, ngramCounts, noOverlap, type Overlap, overlapOf, totalCount } from './overlap.ts'
import { rougeSets } from './rouge-sets.ts'

export interface OpenFigures {
  readonly exactMatch: boolean
  /** BLEU-1 to BLEU-4 by NLTK, without smoothing. */
  readonly bleu: readonly [number, number, number, number]
  /** F1 of ROUGE-1, ROUGE-2 and ROUGE-L by the package `rouge`; 0 where that stops with an error. */
  readonly rouge1: number
  readonly rouge2: number
  readonly rougeL: number
  readonly tokens: Overlap
}

/**
 * Equals `judge_open_end_vqa(answer, response)`, but for the names of three figures: that reports the F1 of tokens as
 * precision, their precision as recall and their recall as F1. Where one side has no words the original stops with an
 * error; here it shares nothing.
 * @throws VoxelwiseError answer-too-long
 */
export function medevalkitOpen(response: string, answer: string): OpenFigures {
  checkComparable(response, answer)
  const said = answerPart(response)
  const right = answer.toLowerCase()
  const [saidTokens, rightTokens] = [tokens(said), tokens(right)]
  const bleu = (order: 1 | 2 | 3 | 4) => nltkBleu(saidTokens, rightTokens, order)
  const rouge = rougeSets(said.toLowerCase(), right)
  return {
    exactMatch: said === right,
    bleu: [bleu(1), bleu(2), bleu(3), bleu(4)],
    rouge1: rouge?.rouge1.f1 ?? 0,
    rouge2: rouge?.rouge2.f1 ?? 0,
    rougeL: rouge?.rougeL.f1 ?? 0,
    tokens: tokenSetOverlap(said, right),
  }
}

/** `tokenize`: at single spaces, so that two in a row have an empty token between them. */
const tokens = (text: string) => text.toLowerCase().replaceAll('.', ' .').split(' ')

/** `calculate_f1`: sets of lower-case words, with punctuation and articles. */
function tokenSetOverlap(said: string, right: string): Overlap {
  const predicted = new Set(words(said.toLowerCase()))
  const expected = new Set(words(right.toLowerCase()))
  const common = [...predicted].filter(word => expected.has(word)).length
  return common === 0 ? noOverlap : overlapOf(common, predicted.size, expected.size)
}

/** `sys.float_info.min`, the precision of an order without a match. */
const smallestNormal = 2 ** -1022

/**
 * Equals `sentence_bleu([reference], prediction, weights=[1/order] * order)`, without smoothing: an order without a
 * match does not make it 0, but so small that it is as good as 0 (1e-77 to 1e-231). 0 where no word matches.
 * @param prediction tokens without spaces inside
 * @param reference tokens without spaces inside
 */
function nltkBleu(prediction: readonly string[], reference: readonly string[], order: 1 | 2 | 3 | 4): number {
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
