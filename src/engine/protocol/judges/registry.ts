/** Every judge by name. MedRCube's is not here: its reading belongs to its own files (protocols/medrcube.ts). */
import { type JudgeReference, Versions } from '../protocol-reference.ts'
import type { ChoiceJudge } from '../reading.ts'
import { medsgBoxes, medvisionBox } from './boxes.ts'
import { cxReasonBenchReader } from './cxreasonbench.ts'
import { direct, directV1 } from './direct.ts'
import { type ExactMatchRule, exactMatch } from './exact-match.ts'
import { type AnswerReader, type Judge, rightAnswers } from './judge.ts'
import { medCmr, medCmrText } from './med-cmr.ts'
import { medevalkitJudge } from './medevalkit.ts'
import { onlyLetterWord } from './mediconfusion.ts'
import { mmmuJudge, mmmuText } from './mmmu.ts'
import { lastNumbers } from './numbers.ts'
import { rankedDiagnoses } from './ranked.ts'
import { kokushi } from './several.ts'
import { vlmevalkitJudge, vlmevalkitText, vlmevalkitYesNo } from './vlmevalkit.ts'
import { vqaAccuracy } from './vqa-accuracy.ts'
import { yesNoReader } from './yes-no.ts'

const choice = (judge: ChoiceJudge): AnswerReader => ({
  judge: (response, { options, answer }) => judge(response, options, answer),
})

const exact = (rule: ExactMatchRule): AnswerReader => ({
  judge: (response, question) => exactMatch(rule, response, rightAnswers(question)),
})

/** A judge in its first version. */
const first = (id: string, name: string, readers: Judge['readers']): Judge => ({
  ...{ id, version: 1, name, readers },
})

const builtIn: readonly Judge[] = [
  directV1,
  direct,
  first('med-cmr', "this project's reading of Med-CMR (2026), whose own is not published", {
    choice: choice(medCmr),
    text: medCmrText,
  }),
  first(
    'vlmevalkit',
    'VLMEvalKit d21c5e9 (2026), vlmeval/utils/matching_util.py, can_infer, exact matching',
    {
      choice: choice(vlmevalkitJudge),
      'yes-no': vlmevalkitYesNo,
      text: vlmevalkitText,
    },
  ),
  first('mmmu', 'MMMU 44b45b5, eval/eval_utils.py, parse_multi_choice_response', {
    choice: choice(mmmuJudge),
    'yes-no': mmmuText,
    text: mmmuText,
  }),
  first('medevalkit', 'MedEvalKit (2025), utils/utils.py, judge_multi_choice', {
    choice: choice(medevalkitJudge),
    'yes-no': yesNoReader('medevalkit'),
    text: exact('medevalkit-open'),
  }),
  first('lmms-eval-slake', 'lmms-eval 0.7.3, tasks/slake/utils.py', {
    'yes-no': yesNoReader('lmms-eval-slake'),
    text: exact('lmms-eval-slake'),
  }),
  first('temmed-bench', 'TemMed-Bench, Eval/metrics/VQA_eval.ipynb', {
    'yes-no': yesNoReader('temmed-bench'),
  }),
  first('smmile', 'SMMILE, evaluate_EM.py', { text: exact('smmile') }),
  first('squad', 'SQuAD, evaluate-v2.0.py, exact', { text: exact('squad') }),
  first('kokushi-md-10', 'KokushiMD-10, calculate_scores.py', {
    several: { judge: (response, { answer }) => kokushi(response, answer) },
  }),
  first('vqa-v2', 'VQA v2 c4e6a0e (2020), vqaEval.py, accuracy', {
    'yes-no': vqaAccuracy,
    text: vqaAccuracy,
  }),
  first('medsg-bench', 'MedSG-Bench (2025), eval/utils.py, extract_bbox_old and calculate_iou', {
    box: medsgBoxes,
  }),
  first('cxreasonbench', 'CXReasonBench aa8ecda (2025), the fixed part of evaluation/prompt.py', {
    choice: cxReasonBenchReader,
    several: cxReasonBenchReader,
  }),
  first('medvision', 'MedVision (2026), parse_utils.py, extract_last_k_nums and cal_metrics', {
    number: lastNumbers,
    box: medvisionBox,
  }),
  first('mediconfusion', 'MediConfusion fcb0499 (2025), utils/answering.py, clean_up_manual', {
    choice: choice(onlyLetterWord),
  }),
  first('mrarebench', 'MRareBench (2026), mrarebench.py, parse_ranked_list and is_hit', {
    text: rankedDiagnoses,
  }),
]

const judges = new Versions<Judge>('judge', 'which reads answers differently', builtIn)

/** The newest version of every judge: the choices for a new run. */
export const newestJudges = (): readonly Judge[] => judges.newest

/** @throws VoxelwiseError protocol-unknown where this version of the page does not have it */
export const findJudge = (reference: JudgeReference): Judge => judges.of(reference)
