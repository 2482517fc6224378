/** The judges of choice questions with options A to Z, by name. */
import { medCmr } from './med-cmr.ts'
import { medevalkit } from './medevalkit.ts'
import { mmmu } from './mmmu.ts'
import type { ChoiceJudge } from './reading.ts'
import { vlmevalkit } from './vlmevalkit.ts'

interface NamedJudge {
  readonly judge: ChoiceJudge
  /** The code that it equals, with its version. */
  readonly source: string
}

/** `medrcube`, with its four letters, is in protocol/medrcube-reading.ts. */
export const choiceJudges = {
  vlmevalkit: {
    judge: vlmevalkit,
    source: 'VLMEvalKit d21c5e9 (2026), vlmeval/utils/matching_util.py, can_infer, exact matching',
  },
  mmmu: { judge: mmmu, source: 'MMMU 44b45b5, eval/eval_utils.py, parse_multi_choice_response' },
  medevalkit: { judge: medevalkit, source: 'MedEvalKit (2025), utils/utils.py, judge_multi_choice' },
  'med-cmr': {
    judge: medCmr,
    source: "this project's reading of Med-CMR (2026), whose own is not published",
  },
} as const satisfies Record<string, NamedJudge>
