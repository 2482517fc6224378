/**
 * Other images chosen by what is right for them: with the same right answer a grounded model keeps its answer, with another of
 * the question's options it changes (arXiv 2606.17710).
 */

import { get, type JsonObject, str } from '@voxelwise/python'
import { byCodeUnit, getOrMake, mapValues } from '../base/grouping.ts'
import { fnv1a } from '../base/hash.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { imagesKey, listImages, type Sample } from '../protocol/sample.ts'

interface LabelSwap {
  /** Rooted paths of the images that are shown instead. */
  readonly images: readonly string[]
  /** What is right for them among the question's own answers, as the protocol names it. */
  readonly right: string
}

interface Candidate {
  readonly key: string
  readonly images: readonly string[]
  readonly group: string
}

/**
 * The images that each question is shown instead, by its index. They come from a question of the same task, modality and region
 * with as many images, and share neither image nor group with it. A question without such a partner, or with several right
 * answers, has none. The choice depends on the questions and the seed, not on their order.
 * @param wanted whether the same answer is right for them, or another that the question offers
 */
export function labelSwaps(
  samples: readonly Sample[],
  protocol: Protocol,
  wanted: 'same' | 'another',
  seed: number,
): ReadonlyMap<number, LabelSwap> {
  const answered = samples.flatMap(sample => {
    const answers = offeredAnswers(sample.fields, protocol)
    const right = protocol.rightAnswer(sample.fields)
    const text = answers.get(right)
    return sample.image === null || text === undefined ? [] : [{ sample, answers, right, text }]
  })
  const byAnswer = new Map<string, Map<string, Candidate>>()
  for (const { sample, text } of answered) {
    const images = listImages(sample)
    const candidates = getOrMake(
      byAnswer,
      answerKey(sample, text, protocol),
      () => new Map<string, Candidate>(),
    )
    const key = imagesKey(images)
    candidates.set(key, { key, images, group: readGroup(sample) })
  }
  // Sorted once for all questions of an answer: those with thousands of candidates are many.
  const sorted = mapValues(byAnswer, candidates =>
    [...candidates.values()].sort((a, b) => byCodeUnit(a.key, b.key)),
  )
  const others = new Map<string, readonly Candidate[]>()
  /** Images for which an answer is right, and not the question's own: an image may be right for both. */
  const findCandidates = (own: string, other: string): readonly Candidate[] =>
    getOrMake(others, `${own}\n${other}`, () => {
      const all = sorted.get(other) ?? []
      const both = own === other ? undefined : byAnswer.get(own)
      return both ? all.filter(({ key }) => !both.has(key)) : all
    })
  const swaps = new Map<number, LabelSwap>()
  for (const { sample, answers, right, text } of answered) {
    const ownImages = listImages(sample)
    const ownGroup = readGroup(sample)
    const fits = ({ images, group }: Candidate): boolean =>
      (group === '' || group !== ownGroup) && !images.some(image => ownImages.includes(image))
    const ownKey = answerKey(sample, text, protocol)
    const wantedAnswers =
      wanted === 'same' ? ([[right, text]] as const) : [...answers].filter(([, other]) => other !== text)
    const options = wantedAnswers.map(([name, other]) => ({
      right: name,
      candidates: findCandidates(ownKey, answerKey(sample, other, protocol)).filter(fits),
    }))
    const name = `${imagesKey(ownImages)}\n${str(get(sample.fields, 'id'))}\n${str(get(sample.fields, 'question'))}`
    const count = options.reduce((sum, { candidates }) => sum + candidates.length, 0)
    const chosen = nthByKey(options, fnv1a(name, seed) % Math.max(1, count))
    if (chosen) swaps.set(sample.index, chosen)
  }
  return swaps
}

/** The n-th of several sorted lists together, from 0; of equal keys the one of the earlier list is first. */
function nthByKey(
  lists: readonly { readonly right: string; readonly candidates: readonly Candidate[] }[],
  n: number,
): LabelSwap | null {
  const heads = lists.map(() => 0)
  for (let left = n; ; left--) {
    let first: Candidate | undefined
    let firstList = 0
    for (let list = 0; list < lists.length; list++) {
      const head = lists[list]?.candidates[heads[list] ?? 0]
      if (!head || (first && head.key >= first.key)) continue
      first = head
      firstList = list
    }
    if (!first) return null
    if (left === 0) return { images: first.images, right: lists[firstList]?.right ?? '' }
    heads[firstList] = (heads[firstList] ?? 0) + 1
  }
}

/** Every answer that a question with one right answer offers, with its text; none of other questions. */
function offeredAnswers(fields: JsonObject, protocol: Protocol): ReadonlyMap<string, string> {
  switch (protocol.answerKind(fields)) {
    case 'choice':
      return new Map(
        protocol.listOptions(fields).map(({ letter, value }) => [letter, str(value).trim().toLowerCase()]),
      )
    case 'yes-no':
      return new Map([
        ['yes', 'yes'],
        ['no', 'no'],
      ])
    default:
      return new Map()
  }
}

/** What questions of one answer have in common. A yes means the same only for the same question. */
function answerKey(sample: Sample, text: string, protocol: Protocol): string {
  const { fields } = sample
  const task = str(get(fields, 'task') ?? '')
  const isPlain = protocol.answerKind(fields) === 'yes-no' || task === ''
  const topic = isPlain ? str(get(fields, 'question')) : task
  const labels = [topic, str(get(fields, 'modality')), str(get(fields, 'parts'))]
  return JSON.stringify([...labels, listImages(sample).length, text])
}

function readGroup({ fields }: Sample): string {
  const group = get(fields, 'group')
  if (group === undefined || group === null || group === '') return ''
  return JSON.stringify([str(get(fields, 'dataset')), str(group)])
}
