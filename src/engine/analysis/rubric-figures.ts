/** Summaries of a judge's ratings: means, unreadable replies, and the judge's own spread over repeats. */

import { ownValue } from '@voxelwise/python'
import { cohensKappa, spearman } from '@voxelwise/statistics'
import { groupBy, mapValues } from '../base/grouping.ts'
import type { RatingsRead } from '../protocol/rubrics/read-ratings.ts'
import { judgedName, overallRating, type Ratings, type Rubric } from '../protocol/rubrics/rubric.ts'

/** One reply of a judge; of an item that was rated several times there are several. */
export interface JudgedReply {
  readonly id: string
  /** As it was given. */
  readonly reply: string
  readonly read: RatingsRead
  /** Drawn again only to show the spread: it counts in nothing else. */
  readonly isRepeat?: true
}

export interface RubricFigures {
  /** `Med-CMR’s rubric, judged by X`: never the benchmark's own score. */
  readonly name: string
  readonly items: number
  readonly replies: number
  /** Replies that could not be read; they are in no figure. */
  readonly unparsed: number
  /** From 0 to 100, over the items that have a reply that was read; null where none has. */
  readonly overall: number | null
  /** On the rubric's own scale, by dimension. */
  readonly dimensions: Readonly<Record<string, number | null>>
  /** Mean standard deviation of the overall figure over the repeats of an item; null where none was repeated. */
  readonly spread: number | null
}

/**
 * An item counts once, with the mean of its replies. The spread is that of several replies to one prompt, of those drawn for
 * it apart from the others.
 * @param judge its name, as people read it
 */
export function rubricFigures(rubric: Rubric, judge: string, replies: readonly JudgedReply[]): RubricFigures {
  const items = [...ratingsById(replies.filter(({ isRepeat }) => !isRepeat)).values()]
  const drawn = [...ratingsById(replies.filter(({ isRepeat }) => isRepeat)).values()]
  const spreads = [...items, ...drawn]
    .filter(list => list.length > 1)
    .map(list => deviation(list.map(one => overallRating(rubric, one))))
  const meanRating = (of: (one: Ratings) => number) => mean(items.map(list => mean(list.map(of)) ?? 0))
  return {
    name: judgedName(rubric, judge),
    items: new Set(replies.map(({ id }) => id)).size,
    replies: replies.length,
    unparsed: replies.filter(({ read }) => read.status === 'unparsed').length,
    overall: meanRating(one => overallRating(rubric, one)),
    dimensions: Object.fromEntries(
      rubric.dimensions.map(({ id }) => [id, meanRating(one => ownValue(one, id) ?? 0)]),
    ),
    spread: mean(spreads),
  }
}

export interface RubricAgreement {
  readonly dimension: string
  /** Items that both rated. */
  readonly n: number
  /** Cohen's kappa, plain and with quadratic weights; null where not defined. */
  readonly kappa: number | null
  readonly quadraticKappa: number | null
  /** Spearman's rank correlation; null where not defined. */
  readonly spearman: number | null
}

/**
 * How well a judge agrees with people, by dimension: the judge's first reply that could be read against the sheet.
 * @param human ratings by the item's id
 */
export function rubricAgreement(
  rubric: Rubric,
  replies: readonly JudgedReply[],
  human: ReadonlyMap<string, Ratings>,
): readonly RubricAgreement[] {
  const judged = ratingsById(replies.filter(({ isRepeat }) => !isRepeat))
  const { least, most } = rubric.scale
  const categories = Array.from({ length: most - least + 1 }, (_, i) => least + i)
  return rubric.dimensions.map(({ id: dimension }) => {
    const pairs = [...human].flatMap(([id, ratings]) => {
      const [first] = judged.get(id) ?? []
      return first
        ? [[ownValue(first, dimension) ?? least, ownValue(ratings, dimension) ?? least] as const]
        : []
    })
    const [model, people] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
    return {
      dimension,
      n: pairs.length,
      kappa: cohensKappa(model, people, categories),
      quadraticKappa: cohensKappa(model, people, categories, 'quadratic'),
      spearman: spearman(model, people)?.rho ?? null,
    }
  })
}

function ratingsById(replies: readonly JudgedReply[]): ReadonlyMap<string, readonly Ratings[]> {
  const read = replies.flatMap(({ id, read }) =>
    read.status === 'read' ? [{ id, ratings: read.ratings }] : [],
  )
  const byId = groupBy(read, ({ id }) => id)
  return mapValues(byId, all => all.map(({ ratings }) => ratings))
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Standard deviation of a sample. */
function deviation(values: readonly number[]): number {
  const centre = mean(values) ?? 0
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}
