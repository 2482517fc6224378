/**
 * The order in which a run asks. Every beginning of a balanced order is a small benchmark. Image groups with similar
 * labels are put together and cut into blocks of equal size, and each round asks one group of every block. The group is
 * drawn at random, so that the answers represent the unasked questions (docs/estimates.md).
 */

import { UniformRandom } from '@voxelwise/statistics'
import { byCodeUnit, getOrMake } from '../base/grouping.ts'
import { type CellLabels, type FrameAxis, groupMembers, makeFrame, type SamplingFrame } from './frame.ts'
import { groupByImages } from './plan.ts'
import { listImages, type Sample } from './sample.ts'
import { selected } from './selection.ts'
import type { RunSettings } from './settings.ts'
import { type Group, groupsOfShard } from './shards.ts'

/** Image groups in rounds: each has one group of every block that is not used up, and all but the last have as many. */
export interface BalancedOrder {
  /** Numbers of the groups, as `SamplingFrame` counts them, round by round. */
  readonly rounds: readonly (readonly number[])[]
  /** By the number of the group: its block, and by the number of the block: how many groups it has. */
  readonly blockByGroup: readonly number[]
  readonly sizes: readonly number[]
}

/** Most blocks: a round is to be over soon, for it is after a round that something new is known. */
const mostBlocks = 64

/** Always the same for the same frame and seed (its low 32 bits). */
export function balancedOrder(frame: SamplingFrame, seed: number): BalancedOrder {
  const blocks = findBlocks(frame).map(groups => [...groups])
  const count = blocks.reduce((sum, { length }) => sum + length, 0)
  const random = new UniformRandom(seed)
  const blockByGroup = new Array<number>(count).fill(0)
  for (const [block, groups] of blocks.entries()) {
    for (const group of groups) blockByGroup[group] = block
    shuffle(groups, random)
  }
  const spread = spreadOut(blocks.length)
  const longest = Math.max(0, ...blocks.map(({ length }) => length))
  const rounds = Array.from({ length: longest }, (_, round) =>
    spread.flatMap(block => blocks[block]?.[round] ?? []),
  )
  return { rounds, blockByGroup, sizes: blocks.map(({ length }) => length) }
}

/** Frames are never changed, and one cut serves every seed. */
const known = new WeakMap<SamplingFrame, readonly (readonly number[])[]>()

/** Image groups, those with similar labels together, in blocks of equal size. */
const findBlocks = (frame: SamplingFrame): readonly (readonly number[])[] =>
  getOrMake(known, frame, newBlocks)

function newBlocks(frame: SamplingFrame): readonly (readonly number[])[] {
  const { cells, cellOf } = frame
  // Few of many images differ in their questions' labels.
  const byCells = new Map<string, GroupLabels>()
  const labels = groupMembers(frame).map(indices => {
    const groupCells = [...new Set(indices.map(index => cellOf[index] ?? 0))].sort((a, b) => a - b)
    return getOrMake(byCells, groupCells.join(), () => groupLabels(groupCells.map(cell => cells[cell])))
  })
  const alike = [...labels.keys()]
  alike.sort((a, b) => byCodeUnit(labels[a]?.all ?? '', labels[b]?.all ?? '') || a - b)
  return cut(alike, blockCount(alike.map(group => labels[group]?.place ?? '')))
}

/** The questions of a run: image groups in its order, and their samples in the data set's order. */
interface Asked {
  readonly groups: readonly Group[]
  readonly samples: readonly Sample[]
}

export type OrderSettings = Pick<RunSettings, 'order' | 'seed' | 'limit' | 'only' | 'shard'>

/**
 * A selection comes first. A limit ends the order after a number of questions; the last image may be incomplete. The rest
 * is cut into shards.
 */
export function askedQuestions(
  samples: readonly Sample[],
  { only, shard, ...settings }: OrderSettings,
): Asked {
  const whole = orderQuestions(selected(samples, only), settings)
  if (!shard) return whole
  const groups = groupsOfShard(whole.groups, shard)
  return { groups, samples: samplesInOrder(groups, whole.samples) }
}

function orderQuestions(
  samples: readonly Sample[],
  { order, seed, limit }: Omit<OrderSettings, 'only' | 'shard'>,
): Asked {
  if (order === 'dataset') {
    const first = samples.slice(0, limit ?? undefined)
    return { groups: groupByImages(first), samples: first }
  }
  const frame = makeFrame(samples)
  const members = groupMembers(frame)
  const ordered = balancedOrder(frame, seed)
    .rounds.flat()
    .map(number => makeGroup(members[number] ?? [], samples))
  if (limit === null) return { groups: ordered, samples }
  const taken: Group[] = []
  let left = limit
  for (const group of ordered) {
    if (left <= 0) break
    taken.push({ ...group, samples: group.samples.slice(0, left) })
    left -= group.samples.length
  }
  return { groups: taken, samples: samplesInOrder(taken, samples) }
}

/** @param places of samples that share their images */
function makeGroup(places: readonly number[], samples: readonly Sample[]): Group {
  const first = samples[places[0] ?? 0]
  return {
    images: first ? listImages(first) : [],
    samples: places.map(place => samples[place]?.index ?? place),
  }
}

/** In the data set's order. */
function samplesInOrder(groups: readonly Group[], samples: readonly Sample[]): readonly Sample[] {
  const indices = new Set(groups.flatMap(group => group.samples))
  return samples.filter(({ index }) => indices.has(index))
}

/** Parts of equal length; some have one more. */
function cut<Item>(items: readonly Item[], parts: number): Item[][] {
  const begin = (part: number): number => Math.floor((part * items.length) / parts)
  return Array.from({ length: parts }, (_, part) => items.slice(begin(part), begin(part + 1)))
}

/**
 * Between half the root of the number of images and nearly all of it, so that neither a round nor the number of rounds
 * is small. Of these numbers, the one whose blocks mix images of different places least; of equal ones the smallest.
 * @param places of the images, similar ones together
 */
function blockCount(places: readonly string[]): number {
  const root = Math.sqrt(places.length)
  const least = Math.min(mostBlocks, places.length, Math.max(1, Math.round(root / 2)))
  const most = Math.min(mostBlocks, Math.max(least, Math.floor(0.85 * root)))
  let best = { blocks: least, mixed: Number.POSITIVE_INFINITY }
  for (let blocks = least; blocks <= most; blocks++) {
    const mixed = cut(places, blocks).reduce((sum, block) => sum + strangers(block), 0)
    if (mixed < best.mixed) best = { blocks, mixed }
  }
  return best.blocks
}

/** How many are of another place than most. */
function strangers(places: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  return places.length - Math.max(0, ...counts.values())
}

interface GroupLabels {
  /** Region and modality. */
  readonly place: string
  /** Also by tasks and source data set. Groups with the same questions are adjacent. */
  readonly all: string
}

/** @param cells of the samples of a group */
function groupLabels(cells: readonly (CellLabels | undefined)[]): GroupLabels {
  const labels = (axis: FrameAxis): string[] =>
    [...new Set(cells.map(cell => cell?.[axis] ?? ''))].sort(byCodeUnit)
  const place = [labels('parts'), labels('modality')]
  return { place: JSON.stringify(place), all: JSON.stringify([...place, labels('task'), labels('dataset')]) }
}

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
