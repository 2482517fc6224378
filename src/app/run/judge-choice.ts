import { UniformRandom } from '@voxelwise/statistics'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { noOptions } from '../../engine/probes/kinds/no-options.ts'
import type { Precision, RunDevice } from '../../engine/protocol/device.ts'
import type { Judging } from '../../engine/protocol/judging.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import { optionMatch, optionMatchProtocol } from '../../engine/protocol/protocols/option-match.ts'
import { rubricReference } from '../../engine/protocol/protocols/rubric.ts'
import { rubricNamed, rubrics } from '../../engine/protocol/rubrics/rubric.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import type { NewJudging } from './new-run.ts'

export interface JudgeChoice
  extends Pick<Judging, 'showsImages' | 'isHeld'>,
    Pick<RunSettings, 'device' | 'dtype' | 'chatTemplate' | 'maxNewTokens'> {
  /** Id of the rubric, or of the protocol by which replies without options are read. */
  readonly rubric: string
  /** How many answers are rated again, and how often each. */
  readonly repeats: { readonly answers: number; readonly times: number }
}

export const usualJudging: Pick<JudgeChoice, 'showsImages' | 'isHeld' | 'maxNewTokens' | 'repeats'> = {
  showsImages: false,
  isHeld: false,
  maxNewTokens: 256,
  repeats: { answers: 20, times: 3 },
}

/** The rubric of a benchmark whose protocol has its name; undefined if there is none. */
export const usualRubric = ({ id }: Pick<ProtocolReference, 'id'>): string | undefined =>
  rubrics.find(rubric => rubric.id === id)?.id

/** The user's choice, if this judge supports it, else the recommended one; a server computes elsewhere. */
export function judgePlace(
  { server, recommended, dtypes }: Pick<ModelOverview, 'server' | 'recommended' | 'dtypes'>,
  { device, dtype }: { readonly device: RunDevice | null; readonly dtype: Precision | null },
): Pick<JudgeChoice, 'device' | 'dtype'> {
  if (server) return { device: 'server', dtype: 'server' }
  const match = dtypes.find(known => known.dtype === dtype)?.dtype
  return {
    device: (device === 'server' || device === 'elsewhere' ? null : device) ?? recommended?.device ?? 'wasm',
    dtype: match ?? recommended?.dtype ?? dtypes[0]?.dtype ?? 'fp32',
  }
}

/** What a choice judges other than the run's own answers in words. */
export const judgedPass = ({ rubric }: Pick<JudgeChoice, 'rubric'>): Judging['of'] =>
  rubric === optionMatch.id ? noOptions.kind : undefined

/** The protocol of a judge's pass, and its name. @throws VoxelwiseError protocol-unknown */
export function judgesBy(choice: Pick<JudgeChoice, 'rubric'>): NewJudging['by'] {
  if (judgedPass(choice)) return { protocol: optionMatch, name: optionMatchProtocol.name }
  const rubric = rubricNamed(choice.rubric)
  return { protocol: rubricReference(rubric), name: rubric.name }
}

/** One for all, so that two people's judges rate the same answers again. */
const seed = 1

/** @param open indices of the answers that can be judged */
export function makeJudging(choice: JudgeChoice, open: readonly number[]): Judging {
  const {
    showsImages,
    isHeld,
    repeats: { answers, times },
  } = choice
  const pass = judgedPass(choice)
  // Such a judge only says which option is meant.
  if (pass) return { of: pass, showsImages: false, isHeld, repeated: [], times: 0 }
  const random = new UniformRandom(seed)
  const drawn = open
    .map(index => [index, random.next()] as const)
    .sort(([, a], [, b]) => a - b)
    .slice(0, times > 0 ? answers : 0)
  const repeated = drawn.map(([index]) => index).sort((a, b) => a - b)
  return { showsImages, isHeld, repeated, times: repeated.length > 0 ? times : 0 }
}
