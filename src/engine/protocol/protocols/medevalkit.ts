/**
 * MedEvalKit's questions (utils/question_formats.py and the loaders of each data set, 2025 to 2026): the question, its
 * options a line each, and which form the answer should have. Known as paraphrases; the sentences are this project's.
 */
import { direct } from '../judges/direct.ts'
import { judgeOf } from '../judges/registry.ts'
import { directPrompts } from './direct.ts'
import { dotted, mappedProtocol, optionLines } from './mapped.ts'

export const medevalkit = mappedProtocol({
  id: 'medevalkit',
  version: 1,
  name: 'MedEvalKit',
  about:
    'Sentences in this project’s words. Read as by MedEvalKit’s utils.py, which takes the nearest option if it finds none (marked "nearest option").',
  promptOpening: '',
  prompts: {
    choice: asked =>
      `Question: ${asked.text}\nOptions:\n${optionLines(asked, dotted)}\nAnswer directly with the letter of the right option.`,
    'yes-no': ({ text }) => `${text}\nAnswer yes or no, and nothing else.`,
    text: ({ text }) => `${text}\nAnswer concisely.`,
    several: directPrompts.several,
    box: directPrompts.box,
    number: directPrompts.number,
  },
  judge: judgeOf({ id: 'medevalkit', version: 1 }),
  otherwise: direct,
})
