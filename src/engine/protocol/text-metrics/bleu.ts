/**
 * BLEU (K. Papineni et al. (2002), ACL, 311–318) as sacreBLEU 2.6.0 computes it (M. Post (2018), WMT, 186–191), as a
 * share of 1 where sacreBLEU gives per cent.
 */

import { stripEnd, words } from '@voxelwise/python'
import { checkComparable } from '../../base/answer-limits.ts'
import { commonCount, type NgramCounts, ngramCounts, totalCount } from './overlap.ts'

/** A prediction with every text that counts as its reference. */
interface ReferencedText {
  readonly prediction: string
  readonly references: readonly string[]
}

interface Matches {
  readonly matched: number
  readonly total: number
}

interface Counts {
  /** Tokens of the prediction, and of the reference closest to it in length. */
  readonly predicted: number
  readonly expected: number
  /** By order, from 1: n-grams of the prediction, and those that a reference has. */
  readonly orders: readonly Matches[]
}

/**
 * Equals `BLEU(max_ngram_order=order).corpus_score(predictions, references).score / 100`. An order without a match counts
 * as half a match the first time, a quarter the second (`smooth_method='exp'`, method 3 of B. Chen and C. Cherry (2014),
 * WMT, 362–367). 0 if no word matches.
 * @param order the longest n-gram: 1 for BLEU-1, 4 for BLEU-4
 * @throws VoxelwiseError answer-too-long
 */
export function corpusBleu(texts: readonly ReferencedText[], order: 1 | 2 | 3 | 4): number {
  const counts = texts.map(text => countMatches(text, order))
  const sum = (part: (count: Counts) => number) => counts.reduce((all, count) => all + part(count), 0)
  const orders = Array.from({ length: order }, (_, n) => ({
    matched: sum(count => count.orders[n]?.matched ?? 0),
    total: sum(count => count.orders[n]?.total ?? 0),
  }))
  // An order that no prediction is long enough for makes the mean 0.
  if (orders.some(({ total }) => total === 0)) return 0
  return score({ predicted: sum(count => count.predicted), expected: sum(count => count.expected), orders })
}

function countMatches({ prediction, references }: ReferencedText, order: number): Counts {
  checkComparable(prediction, ...references)
  const tokens = (text: string) => tokenize(stripEnd(text))
  const predicted = tokens(prediction)
  const expected = references.map(tokens)
  const orders = Array.from({ length: order }, (_, index) => {
    const counts = ngramCounts(predicted, index + 1)
    const most = largestCounts(expected.map(reference => ngramCounts(reference, index + 1)))
    return { matched: commonCount(counts, most), total: totalCount(counts) }
  })
  return { predicted: predicted.length, expected: closestLength(predicted.length, expected), orders }
}

/** Each n-gram as often as the reference that has most of it. */
function largestCounts(counts: readonly NgramCounts[]): NgramCounts {
  const most = new Map<string, number>()
  for (const count of counts) {
    for (const [key, number] of count) most.set(key, Math.max(number, most.get(key) ?? 0))
  }
  return most
}

/** Length of the closest reference; of two that are equally close, the shorter. */
function closestLength(length: number, references: readonly (readonly string[])[]): number {
  const lengths = references.map(reference => reference.length).sort((a, b) => a - b)
  const distances = lengths.map(each => Math.abs(each - length))
  return lengths[distances.indexOf(Math.min(...distances))] ?? 0
}

/** `BLEU.compute_bleu` with exponential smoothing: the geometric mean of the orders, times the brevity penalty. */
function score({ predicted, expected, orders }: Counts): number {
  if (orders.every(({ matched }) => matched === 0)) return 0
  const brevity = predicted < expected ? Math.exp(1 - expected / predicted) : 1
  let smoothing = 1
  let logarithms = 0
  for (const { matched, total } of orders) {
    if (matched === 0) smoothing *= 2
    logarithms += Math.log((matched === 0 ? 1 / smoothing : matched) / total)
  }
  return brevity * Math.exp(logarithms / orders.length)
}

/** `Tokenizer13a` of sacreBLEU: that of mteval-v13a, for languages with spaces. */
function tokenize(text: string): readonly string[] {
  const line = text
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  // Signs apart, but for full stops, commas and hyphens inside of numbers.
  const spaced = ` ${line} `
    .replace(/[{-~[-` -&(-+:-@/]/g, ' $& ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ')
  return words(spaced)
}
