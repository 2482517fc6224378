import { UniformRandom } from '../../engine/base/random.ts'
import type { Judging, RunSettings } from '../../engine/protocol/run.ts'

/** How the answers of a run are to be judged. */
export interface JudgeChoice
  extends Pick<Judging, 'showsImages' | 'isHeld'>,
    Pick<RunSettings, 'device' | 'dtype' | 'chatTemplate' | 'maxNewTokens'> {
  /** Id of the rubric. */
  readonly rubric: string
  /** How many answers are rated again, and how often each. */
  readonly repeats: { readonly answers: number; readonly times: number }
}

/** One for all, so that two people's judges rate the same answers again. */
const seed = 1

/** @param open indices of the answers that can be judged */
export function judgingOf(
  { showsImages, isHeld, repeats: { answers, times } }: JudgeChoice,
  open: readonly number[],
): Judging {
  const random = new UniformRandom(seed)
  const drawn = open
    .map(index => [index, random.next()] as const)
    .sort(([, a], [, b]) => a - b)
    .slice(0, times > 0 ? answers : 0)
  const repeated = drawn.map(([index]) => index).sort((a, b) => a - b)
  return { showsImages, isHeld, repeated, times: repeated.length > 0 ? times : 0 }
}

/** How many ratings are asked for in all. */
export const ratingsOf = ({ repeated, times }: Judging, open: readonly number[]): number =>
  open.length + repeated.length * times
