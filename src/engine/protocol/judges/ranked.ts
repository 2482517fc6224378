/**
 * Ranked lists of diagnoses: MRareBench's deterministic reading (vlmeval/dataset/mrarebench.py of a fork of VLMEvalKit, 2026):
 * `parse_ranked_list`, `is_hit`, recall at 1, 3, 5 and 10, and the reciprocal rank of the first right diagnosis.
 */
import { spaceClass, strip, words } from '@voxelwise/python'
import { type Measure, notRead, readAs } from '../reading.ts'
import { type AnswerReader, rightAnswers } from './judge.ts'
import { squadNormalised } from './normalise.ts'

/** Diagnoses of a reply that count. */
const most = 10
const ranks = [1, 3, 5, 10] as const

const reciprocalRank: Measure = {
  id: 'reciprocal-rank',
  name: 'Reciprocal rank',
  isError: false,
  thresholds: ranks.map(rank => 1 / rank),
  thresholdNames: ranks.map(rank => `Recall@${rank}`),
}

export const rankedDiagnoses: AnswerReader = {
  measure: reciprocalRank,
  judge(response, question) {
    const said = rankedList(response)
    if (said.length === 0) return notRead('MRareBench counts it as no hit: the reply has no diagnosis')
    const rank = 1 + said.findIndex(hits(rightAnswers(question)))
    return { reading: readAs(said, 'ranked list'), correct: rank === 1, measured: rank === 0 ? 0 : 1 / rank }
  },
}

const thoughtMark = /<(\/?)think>/gi
/** What `str.splitlines` parts a text at, as the inside of a character class. */
const lineBreakClass = '\\n\\r\\v\\f\\u001c-\\u001e\\u0085\\u2028\\u2029'
const lineBreak = new RegExp(`\\r\\n|[${lineBreakClass}]`)
const numberOfItem = new RegExp(`^[${spaceClass}]*\\p{Nd}+[.)]`, 'u')
const numberInLine = new RegExp(`(?:^|[${spaceClass}])\\p{Nd}{1,2}[.)][${spaceClass}]+`, 'u')

/** `parse_ranked_list`: numbered lines, else lines or parts between semicolons; each text once, ten at most. */
function rankedList(response: string): readonly string[] {
  const hasThought = response.toLowerCase().includes('<think>')
  const text = strip(withoutThoughts(response))
  const lines = text.split(lineBreak).flatMap(line => {
    const rest = line.replace(numberOfItem, '')
    return rest === line || rest === '' ? [] : [strip(rest)]
  })
  // Numbers within a line are looked for after a thought only, as there.
  const inline =
    hasThought && lines.length < 2
      ? text.split(numberInLine).flatMap(part => (strip(part) === '' ? [] : bareText(part, ' -*\t\n')))
      : []
  const numbered = inline.length > lines.length ? inline : lines
  const items =
    numbered.length > 0
      ? numbered
      : text.split(/[\n;]+/).flatMap(part => (strip(part) === '' ? [] : bareText(part, ' -*\t')))
  const known = new Map<string, string>()
  for (const item of items)
    if (item !== '' && !known.has(item.toLowerCase())) known.set(item.toLowerCase(), item)
  return [...known.values()].slice(0, most)
}

/** Without what stands between the marks of a thought. An opened one without an end stays. */
function withoutThoughts(text: string): string {
  let [said, from, opened] = ['', 0, -1]
  for (const { index, 0: mark, 1: slash } of text.matchAll(thoughtMark)) {
    if (slash === '' && opened < 0) opened = index
    if (slash === '' || opened < 0) continue
    said += text.slice(from, opened)
    ;[from, opened] = [index + mark.length, -1]
  }
  return said + text.slice(from)
}

/** `text.strip(signs)` */
function bareText(text: string, signs: string): string {
  let [start, end] = [0, text.length]
  while (start < end && signs.includes(text.charAt(start))) start++
  while (end > start && signs.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** Least F1 of the words of two names at which they are the same. */
const sameWords = 0.6

/** `is_hit`: equal, one within the other, or nearly the same words, all without case, signs and articles. */
function hits(right: readonly string[]): (candidate: string) => boolean {
  const known = right.flatMap(answer => squadNormalised(answer) || [])
  return candidate => {
    const said = squadNormalised(candidate)
    if (said === '') return false
    return known.some(
      answer => said.includes(answer) || answer.includes(said) || wordF1(said, answer) >= sameWords,
    )
  }
}

/** `token_set_f1`, of normalised texts. */
function wordF1(a: string, b: string): number {
  const [ofA, ofB] = [new Set(words(a)), new Set(words(b))]
  const both = [...ofA].filter(word => ofB.has(word)).length
  if (both === 0) return 0
  const [precision, recall] = [both / ofA.size, both / ofB.size]
  return (2 * precision * recall) / (precision + recall)
}
