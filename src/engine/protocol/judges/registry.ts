/** Every judge by name. MedRCube's is not here: its reading belongs to its own files (protocols/medrcube.ts). */
import { type JudgeReference, newestOf, Versions } from '../protocol-reference.ts'
import type { ChoiceJudge } from '../reading.ts'
import { medsgBoxes, medvisionBox } from './boxes.ts'
import { cxReasonBench } from './cxreasonbench.ts'
import { direct, directV1 } from './direct.ts'
import { type ExactMatchRule, exactMatch } from './exact-match.ts'
import { type AnswerReader, type Judge, rightAnswers } from './judge.ts'
import { medCmr, medCmrText } from './med-cmr.ts'
import { medevalkit } from './medevalkit.ts'
import { mmmu, mmmuText } from './mmmu.ts'
import { lastNumbers } from './numbers.ts'
import { kokushi } from './several.ts'
import { vlmevalkit, vlmevalkitText, vlmevalkitYesNo } from './vlmevalkit.ts'
import { vqaAccuracy } from './vqa-accuracy.ts'
import { yesNoReader } from './yes-no.ts'

const choice = (judge: ChoiceJudge): AnswerReader => ({
  judge: (response, { options, answer }) => judge(response, options, answer),
})

const exact = (rule: ExactMatchRule): AnswerReader => ({
  judge: (response, question) => exactMatch(rule, response, rightAnswers(question)),
})

const builtIn: readonly Judge[] = [
  directV1,
  direct,
  {
    id: 'med-cmr',
    version: 1,
    name: "this project's reading of Med-CMR (2026), whose own is not published",
    readers: { choice: choice(medCmr), text: medCmrText },
  },
  {
    id: 'vlmevalkit',
    version: 1,
    name: 'VLMEvalKit d21c5e9 (2026), vlmeval/utils/matching_util.py, can_infer, exact matching',
    readers: {
      choice: choice(vlmevalkit),
      'yes-no': vlmevalkitYesNo,
      text: vlmevalkitText,
    },
  },
  {
    id: 'mmmu',
    version: 1,
    name: 'MMMU 44b45b5, eval/eval_utils.py, parse_multi_choice_response',
    readers: { choice: choice(mmmu), 'yes-no': mmmuText, text: mmmuText },
  },
  {
    id: 'medevalkit',
    version: 1,
    name: 'MedEvalKit (2025), utils/utils.py, judge_multi_choice',
    readers: {
      choice: choice(medevalkit),
      'yes-no': yesNoReader('medevalkit'),
      text: exact('medevalkit-open'),
    },
  },
  {
    id: 'lmms-eval-slake',
    version: 1,
    name: 'lmms-eval 0.7.3, tasks/slake/utils.py',
    readers: { 'yes-no': yesNoReader('lmms-eval-slake'), text: exact('lmms-eval-slake') },
  },
  {
    id: 'temmed-bench',
    version: 1,
    name: 'TemMed-Bench, Eval/metrics/VQA_eval.ipynb',
    readers: { 'yes-no': yesNoReader('temmed-bench') },
  },
  { id: 'smmile', version: 1, name: 'SMMILE, evaluate_EM.py', readers: { text: exact('smmile') } },
  { id: 'squad', version: 1, name: 'SQuAD, evaluate-v2.0.py, exact', readers: { text: exact('squad') } },
  {
    id: 'kokushi-md-10',
    version: 1,
    name: 'KokushiMD-10, calculate_scores.py',
    readers: { several: { judge: (response, { answer }) => kokushi(response, answer) } },
  },
  {
    id: 'vqa-v2',
    version: 1,
    name: 'VQA v2 c4e6a0e (2020), vqaEval.py, accuracy',
    readers: { 'yes-no': vqaAccuracy, text: vqaAccuracy },
  },
  {
    id: 'medsg-bench',
    version: 1,
    name: 'MedSG-Bench (2025), eval/utils.py, extract_bbox_old and calculate_iou',
    readers: { box: medsgBoxes },
  },
  {
    id: 'cxreasonbench',
    version: 1,
    name: 'CXReasonBench aa8ecda (2025), the fixed part of evaluation/prompt.py',
    readers: { choice: cxReasonBench, several: cxReasonBench },
  },
  {
    id: 'medvision',
    version: 1,
    name: 'MedVision (2026), parse_utils.py, extract_last_k_nums and cal_metrics',
    readers: { number: lastNumbers, box: medvisionBox },
  },
]

const judges = new Versions<Judge>('judge', 'which reads answers differently', builtIn)

/** @returns what takes it out again @throws Error where another judge has the same id and version */
export function registerJudge(judge: Judge): () => void {
  judges.add(judge)
  return () => void judges.all.splice(judges.all.indexOf(judge), 1)
}

/** The newest version of every judge: the choices for a new run. */
export const newestJudges = (): readonly Judge[] =>
  judges.all.filter(judge => newestOf(judges.all, judge.id) === judge)

/** @throws VoxelwiseError protocol-unknown where this version of the page does not have it */
export const judgeOf = (reference: JudgeReference): Judge => judges.of(reference)
