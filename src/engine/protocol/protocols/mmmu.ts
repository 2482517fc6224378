/**
 * MMMU's questions (eval/ of MMMU-Benchmark/MMMU, 44b45b5): options in brackets a line each, then a request for the letter;
 * an open question asks for a word or a phrase. The layout is the source's, the sentences are this project's.
 */
import { direct } from '../judges/direct.ts'
import { judgeOf } from '../judges/registry.ts'
import { directPrompts } from './direct.ts'
import { type AskedQuestion, bracketed, mappedProtocol, optionLines } from './mapped.ts'

const open = ({ text }: AskedQuestion) => `${text}\n\nAnswer the question with a single word or phrase.`

export const mmmu = mappedProtocol({
  id: 'mmmu',
  version: 1,
  name: 'MMMU',
  about:
    'Layout as in MMMU’s evaluator, sentences in this project’s words. Read as parse_multi_choice_response and parse_open_response do; where those guess at random, the answer is unparsed.',
  promptOpening: '',
  placesImages: true,
  prompts: {
    choice: asked =>
      `${asked.text}\n\n${optionLines(asked, bracketed)}\n\nAnswer directly with the letter of the right option.`,
    'yes-no': open,
    text: open,
    several: directPrompts.several,
    box: directPrompts.box,
    number: directPrompts.number,
  },
  judge: judgeOf({ id: 'mmmu', version: 1 }),
  otherwise: direct,
})
