/** Occlusion maps of a model that is asked with blocks of an image removed, and whether they explain its answer. */
import type { UniformRandom } from '@voxelwise/statistics'
import type { BlockMap, OcclusionCurves } from '../../../engine/protocol/occlusion.ts'
import { paintedImages } from './blocks.ts'

/** The model's answer to an image with some blocks only. */
export interface Seen {
  /** Log-probability, among the options, of its answer to the whole image. */
  readonly logprob: number
  /** Whether that is still its answer. */
  readonly isSame: boolean
}

/** @param removed numbers of blocks */
export type AskWithout = (removed: readonly number[]) => Promise<Seen>

/** How the answer changes without each block. */
export async function measureMap(whole: Seen, blocks: number, without: AskWithout): Promise<BlockMap> {
  const drops: number[] = []
  const flips: number[] = []
  for (let block = 0; block < blocks; block++) {
    const { logprob, isSame } = await without([block])
    drops.push(whole.logprob - logprob)
    if (!isSame) flips.push(block)
  }
  return { drops, flips }
}

/** Blocks that a step of a curve removes or adds. */
const blocksAStep = 2
/** Orders with which a map's own is compared. */
const randomOrders = 20

/**
 * The mean probability of the answer while blocks are removed from the whole image, or added to a blank one, in the order of a map
 * and in random orders: V. Petsiuk et al. (2018), "RISE", BMVC.
 * @param alone what the model answers to these blocks on a blank image
 */
export async function measureCurves(
  drops: readonly number[],
  whole: Seen,
  without: AskWithout,
  alone: AskWithout,
  random: UniformRandom,
): Promise<OcclusionCurves> {
  const blocks = drops.map((_, block) => block)
  const order = [...blocks].sort((a, b) => (drops[b] ?? 0) - (drops[a] ?? 0))
  const empty = await without(blocks)
  const meanDrop = async (way: readonly number[]): Promise<number> => {
    const between: Seen[] = []
    for (let gone = blocksAStep; gone < way.length; gone += blocksAStep)
      between.push(await without(way.slice(0, gone)))
    return meanProbability([whole, ...between, empty])
  }
  const deletion = await meanDrop(order)
  const added: Seen[] = []
  for (let shown = 0; shown <= blocks.length; shown += blocksAStep)
    added.push(await alone(order.slice(0, shown)))
  const randomDeletions: number[] = []
  for (let drawn = 0; drawn < randomOrders; drawn++)
    randomDeletions.push(await meanDrop(shuffled(blocks, random)))
  return { deletion, insertion: meanProbability(added), randomDeletions }
}

const meanProbability = (seen: readonly Seen[]): number =>
  seen.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0) / seen.length

function shuffled(values: readonly number[], random: UniformRandom): readonly number[] {
  const out = [...values]
  for (let last = out.length - 1; last > 0; last--) {
    const at = random.below(last + 1)
    ;[out[last], out[at]] = [out[at] as number, out[last] as number]
  }
  return out
}

/** Runs of the decoder for a map of `side` × `side` blocks and its check; for each painted image the encoder runs too. */
export const mapPasses = (side: number): number => side ** 2 + 1
export const checkPasses = (side: number): number => {
  const between = Math.ceil(side ** 2 / blocksAStep) - 1
  return paintedImages(side) + 1 + (randomOrders + 1) * between + between + 2
}

/** A map explains an answer if removing in its order beats at least 19 of 20 random orders. */
export const explains = ({ deletion, randomDeletions }: OcclusionCurves): boolean =>
  randomDeletions.filter(other => deletion < other).length >= 0.95 * randomDeletions.length
