/** Which answers a person is asked to mark, and in which order. */
import { crc32 } from '@voxelwise/pixels'

/** An answer, by the place of its run and the index of its sample. */
export interface MarkedAnswer {
  readonly run: number
  readonly index: number
}

interface QueueOptions {
  /** How many; null for all. */
  readonly most: number | null
  readonly seed: number
  /** The person's code. */
  readonly by: string
}

/**
 * The draw follows from the seed alone, so that everybody marks the same answers. The order follows from the seed and the person, and
 * mixes the runs.
 */
export function markQueue(
  answers: readonly MarkedAnswer[],
  { most, seed, by }: QueueOptions,
): readonly MarkedAnswer[] {
  const chosen = most === null ? answers : shuffled(answers, [seed]).slice(0, most)
  return shuffled(chosen, [seed, by])
}

function shuffled(answers: readonly MarkedAnswer[], key: readonly (number | string)[]) {
  const rank = ({ run, index }: MarkedAnswer) =>
    crc32(new TextEncoder().encode(JSON.stringify([...key, run, index])))
  return answers
    .map(one => ({ one, rank: rank(one) }))
    .sort((a, b) => a.rank - b.rank || a.one.run - b.one.run || a.one.index - b.one.index)
    .map(({ one }) => one)
}

/** Fewer words say no reasons. */
const fewestWords = 5

/** Whether a reply has reasons that can be rated. */
export const hasReasons = (reply: string | null | undefined): boolean =>
  (reply ?? '').trim().split(/\s+/).length >= fewestWords
