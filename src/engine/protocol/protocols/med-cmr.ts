/**
 * Med-CMR (arXiv 2512.00818). The prompts are from the paper's supplement, as transcribed by a third party; the authors
 * released no evaluator. Its free-text questions need a judge model (`protocol/rubrics`). The count here is whether the
 * final answer equals the reference after normalisation.
 */
import { judgeOf } from '../judges/registry.ts'
import { directPrompts, versionsByDirect } from './direct.ts'
import { type AskedQuestion, closed, letterRange, optionLines } from './mapped.ts'

const promptOpening =
  'Please carefully observe this medical image and answer the following question:\n\nQuestion: '

const opened = ({ text }: AskedQuestion) => `${promptOpening}${text}`

export const [medCmrV1, medCmr] = versionsByDirect({
  id: 'med-cmr',
  name: 'Med-CMR, as its paper has it',
  about:
    'Prompts as in the paper’s supplement, by a third party’s transcript. Letters are read by this project’s ladder, since the authors’ is not published; an open answer is right where its last "Answer:" equals the reference.',
  promptOpening,
  // Its reasoning comes first; an answer that is cut off before it has none.
  newTokens: { text: 512 },
  prompts: {
    choice: asked =>
      `${opened(asked)}\n\nOptions:\n${optionLines(asked, closed)}\n\nAnswer only with the option letter (${letterRange(asked)}).`,
    text: asked =>
      `${opened(asked)}\n\nThink step by step, integrating both visual features and medical knowledge to reach your conclusion. Then provide the final answer to the question in one short sentence or a single medical term.\n\n` +
      'Output format (Must follow strictly):\nReasoning: <visual and diagnostic reasoning process>\nAnswer: <final answer to the question>',
    'yes-no': directPrompts['yes-no'],
    several: directPrompts.several,
    box: directPrompts.box,
    number: directPrompts.number,
  },
  judge: judgeOf({ id: 'med-cmr', version: 1 }),
})
