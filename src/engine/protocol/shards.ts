/**
 * How a run is cut into shards for several machines: a pure function of the ordered questions and the number of shards.
 * `test/golden/shards.json` has test vectors for implementations in other languages.
 */
import type * as v from 'valibot'
import { getOrMake } from '../base/grouping.ts'
import { shape, whole } from '../base/schema.ts'

/** Samples that share their image, or their list of images (or one text-only question), to be asked together. */
export interface Group {
  /** Rooted paths, in order; empty for a text-only question. */
  readonly images: readonly string[]
  /** Indices of the samples, in the data set's order. */
  readonly samples: readonly number[]
}

/** Most shards of a run. */
export const maxShards = 100_000

/** One of several parts of a run. */
export const shardSchema = shape({
  /** From 1. */
  number: whole(1, maxShards),
  of: whole(1, maxShards),
})
export type Shard = v.InferOutput<typeof shardSchema>

/**
 * What an image costs, in questions: to encode it and to prefill the prompts' shared beginning takes about as long as eight
 * questions of SmolVLM's shape on a processor (docs/performance.md). It decides how even the shards are, never an answer.
 */
const imageCost = 8

/** Questions that every shard asks, so that machines can be compared: image groups from the beginning of the order. */
const canaryQuestions = 20

/**
 * An image group that shares no image with another is a unit of its own. Groups linked by images, directly or through
 * others, form one unit. Units keep the order of their first group, and each goes to the shard whose equal share of the
 * total cost contains its middle. So shards are contiguous blocks of units, and no shard's cost differs from its share
 * by more than one unit. With fewer units than shards, some are empty.
 * @param groups in the order in which they are asked
 * @returns by the position of the group: the number of its shard, from 1
 */
export function assignShards(groups: readonly Group[], of: number): readonly number[] {
  const units = linkedUnits(groups)
  const costs = units.map(unit => unitCost(unit.flatMap(at => groups[at] ?? [])))
  const whole = costs.reduce((sum, cost) => sum + cost, 0)
  const numbers = new Array<number>(groups.length).fill(1)
  let before = 0
  for (const [at, unit] of units.entries()) {
    const cost = costs[at] ?? 0
    const number = Math.floor((of * (2 * before + cost)) / (2 * whole)) + 1
    for (const group of unit) numbers[group] = number
    before += cost
  }
  return numbers
}

/** Positions of groups that are linked by images, in order; units in the order of their first group. */
function linkedUnits(groups: readonly Group[]): readonly (readonly number[])[] {
  const parent = groups.map((_, at) => at)
  const findRoot = (at: number): number => {
    let root = at
    for (let next = parent[root]; next !== undefined && next !== root; next = parent[root]) {
      // Halves the path for the next lookup (R. E. Tarjan and J. van Leeuwen, 1984).
      parent[root] = parent[next] ?? next
      root = next
    }
    return root
  }
  const firstWith = new Map<string, number>()
  for (const [at, { images }] of groups.entries())
    for (const image of images) {
      const [a, b] = [findRoot(getOrMake(firstWith, image, () => at)), findRoot(at)]
      // The first group of a unit is its root.
      parent[Math.max(a, b)] = Math.min(a, b)
    }
  const units = new Map<number, number[]>()
  for (const at of groups.keys()) getOrMake(units, findRoot(at), () => []).push(at)
  return [...units.values()]
}

/** Cost of one unit, in questions: a whole number. */
function unitCost(unit: readonly Group[]): number {
  const images = new Set(unit.flatMap(group => group.images))
  return unit.reduce((sum, { samples }) => sum + samples.length, imageCost * images.size)
}

/**
 * The groups that one shard asks, in the run's order: its own, and the canaries that every shard asks. A shard without
 * groups of its own asks nothing. A single shard has nothing to compare.
 */
export function groupsOfShard(groups: readonly Group[], { number, of }: Shard): readonly Group[] {
  const numbers = assignShards(groups, of)
  if (!numbers.includes(number)) return []
  const canaries = of === 1 ? 0 : canaryGroups(groups)
  return groups.filter((_, at) => at < canaries || numbers[at] === number)
}

/** How many groups from the beginning of the order every shard asks. */
export function canaryGroups(groups: readonly Group[]): number {
  let questions = 0
  const enough = groups.findIndex(({ samples }) => {
    questions += samples.length
    return questions >= canaryQuestions
  })
  return enough === -1 ? groups.length : enough + 1
}
