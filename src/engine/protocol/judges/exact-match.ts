/** Exact match of short texts, under the name of the rule that levels them first. */

import { type Judgement, readAs } from '../reading.ts'
import { answerPart, slakeNormalised, smmileNormalised, squadNormalised } from './normalise.ts'

interface Levelling {
  readonly response: (text: string) => string
  readonly answer: (text: string) => string
}

const both = (level: (text: string) => string): Levelling => ({ response: level, answer: level })

/**
 * - `squad`: `compute_exact` of SQuAD's evaluate-v2.0.py
 * - `smmile`: `calculate_exact_match` of SMMILE's evaluate_EM.py, flexible matching
 * - `lmms-eval-slake`: `slake_process_results` of lmms-eval 0.7.3
 * - `medevalkit-open`: `em` of `judge_open_end_vqa` of MedEvalKit, which levels nothing but case
 */
export const exactMatchRules = {
  squad: both(squadNormalised),
  smmile: both(smmileNormalised),
  'lmms-eval-slake': both(slakeNormalised),
  'medevalkit-open': { response: answerPart, answer: text => text.toLowerCase() },
} as const satisfies Record<string, Levelling>

export type ExactMatchRule = keyof typeof exactMatchRules

/** @param answers every answer that counts as right */
export function exactMatch(rule: ExactMatchRule, response: string, answers: readonly string[]): Judgement {
  const level = exactMatchRules[rule]
  const said = level.response(response)
  const correct = answers.some(answer => level.answer(answer) === said)
  return { reading: readAs(said, 'normalised text'), correct }
}
