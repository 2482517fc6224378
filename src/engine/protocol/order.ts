/**
 * In which order a run asks. Of a balanced order every beginning is a small benchmark: image groups are put beside those
 * with like labels and cut into blocks of equal size, and each round asks one group of every block. Which one is drawn at
 * random, so that what was asked says something of what was not (docs/estimates.md).
 */
import { UniformRandom } from '../base/random.ts'
import { type Frame, type frameAxes, frameOf, membersOf } from './frame.ts'
import { type Group, groupsOf } from './plan.ts'
import type { RunSettings } from './run.ts'
import type { Sample } from './sample.ts'

/** Image groups in rounds: each has one group of every block that is not used up, and all but the last have as many. */
export interface BalancedOrder {
  /** Numbers of the groups, as `Frame` counts them, round by round. */
  readonly rounds: readonly (readonly number[])[]
  /** By the number of the group: its block, and by the number of the block: how many groups it has. */
  readonly blockOf: readonly number[]
  readonly sizes: readonly number[]
}

/** Small enough that the first round is soon over, and large enough that a round has something of everything. */
const blocksFor = (groups: number): number => Math.min(64, Math.max(1, Math.round(Math.sqrt(groups) / 2)))

/**
 * @param seed a whole number; its low 32 bits count
 * @returns the same for the same frame and seed, always and everywhere
 */
export function balancedOrder(frame: Frame, seed: number): BalancedOrder {
  const members = membersOf(frame)
  const count = members.length
  const labels = members.map(indices => groupKey(frame, indices))
  const alike = members.map((_, group) => group)
  alike.sort((a, b) => compare(labels[a] ?? '', labels[b] ?? '') || a - b)
  const of = Math.min(count, blocksFor(count))
  const blocks = Array.from({ length: of }, (_, block) =>
    alike.slice(Math.floor((block * count) / of), Math.floor(((block + 1) * count) / of)),
  )
  const random = new UniformRandom(seed)
  const blockOf = new Array<number>(count).fill(0)
  for (const [block, groups] of blocks.entries()) {
    for (const group of groups) blockOf[group] = block
    shuffle(groups, random)
  }
  const spread = spreadOut(blocks.length)
  const longest = Math.max(0, ...blocks.map(({ length }) => length))
  const rounds = Array.from({ length: longest }, (_, round) =>
    spread.flatMap(block => blocks[block]?.[round] ?? []),
  )
  return { rounds, blockOf, sizes: blocks.map(({ length }) => length) }
}

/** What a run asks: image groups in its order, and their samples in the data set's order. */
export interface Asked {
  readonly groups: readonly Group[]
  readonly samples: readonly Sample[]
}

export type OrderSettings = Pick<RunSettings, 'order' | 'seed' | 'limit'>

/**
 * A limit ends the order after so many questions; of its last image it may ask only some.
 * @param samples all that were loaded
 */
export function askedOf(samples: readonly Sample[], { order, seed, limit }: OrderSettings): Asked {
  if (order === 'dataset') {
    const first = samples.slice(0, limit ?? undefined)
    return { groups: groupsOf(first), samples: first }
  }
  const groups = groupsOf(samples)
  const ordered = balancedOrder(frameOf(samples), seed)
    .rounds.flat()
    .flatMap(number => groups[number] ?? [])
  if (limit === null) return { groups: ordered, samples }
  const taken: Group[] = []
  let left = limit
  for (const group of ordered) {
    if (left <= 0) break
    taken.push({ ...group, samples: group.samples.slice(0, left) })
    left -= group.samples.length
  }
  const asked = new Set(taken.flatMap(group => group.samples))
  return { groups: taken, samples: samples.filter(({ index }) => asked.has(index)) }
}

/** Groups that are asked about alike have keys that lie beside each other: by region, then modality, then tasks. */
function groupKey({ cells, cellOf }: Frame, indices: readonly number[]): string {
  const of = (axis: (typeof frameAxes)[number]): string[] =>
    [...new Set(indices.map(index => cells[cellOf[index] ?? 0]?.[axis] ?? ''))].sort(compare)
  return JSON.stringify([of('parts'), of('modality'), of('task'), of('dataset')])
}

/** By code units: the same in every locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** R. A. Fisher and F. Yates (1938); in place, as D. E. Knuth, The Art of Computer Programming 2, 3.4.2, algorithm P. */
function shuffle(items: number[], random: UniformRandom): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const [a, b] = [items[i] as number, items[j] as number]
    items[i] = b
    items[j] = a
  }
}

/** 0 to n - 1 so that every beginning is spread over all: by their bits, reversed (J. G. van der Corput, 1935). */
function spreadOut(n: number): number[] {
  const bits = Math.ceil(Math.log2(Math.max(1, n)))
  const reversed = (at: number): number => {
    let word = 0
    for (let bit = 0; bit < bits; bit++) if (at & (1 << bit)) word |= 1 << (bits - 1 - bit)
    return word
  }
  return Array.from({ length: 2 ** bits }, (_, at) => reversed(at)).filter(at => at < n)
}
