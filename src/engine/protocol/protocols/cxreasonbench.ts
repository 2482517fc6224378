/** CXReasonBench: a case in stages, each asked after the right answers to those before it. */
import { direct } from '../judges/direct.ts'
import { judgeOf } from '../judges/registry.ts'
import { yesOrNoInAnyLanguage } from '../judges/yes-no.ts'
import { directPrompts } from './direct.ts'
import { type AskedQuestion, bracketed, mappedProtocol, optionLines } from './mapped.ts'

const instruction = 'Answer as a radiologist, from the chest X-ray alone.\n'

const asked = (question: AskedQuestion, more = '') =>
  `${instruction}${question.text}\n${optionLines(question, bracketed)}\n${more}Write "FINAL ANSWER:" and the letter in brackets with its option first.`

/** The original's system message, in this project's words, is part of every prompt. */
export const cxReasonBench = mappedProtocol({
  id: 'cxreasonbench',
  version: 1,
  name: 'CXReasonBench',
  about:
    'Sentences in this project’s words. Reads the letters behind FINAL ANSWER. The original asks a model what a reply means; other replies are unparsed.',
  promptOpening: '',
  newTokens: { choice: 128, several: 128 },
  prompts: {
    ...directPrompts,
    choice: question => asked(question),
    several: question => asked(question, 'More than one option may be right. '),
  },
  judge: judgeOf({ id: 'cxreasonbench', version: 1 }),
  otherwise: direct,
  yesOrNo: yesOrNoInAnyLanguage,
})
