/** The default for mapped data sets: plain questions, answered by a letter, a word or a phrase, and read strictly. */
import { direct as judge } from '../judges/direct.ts'
import { type AskedQuestion, dotted, mappedProtocol, optionLines } from './mapped.ts'

const promptOpening = 'Question: '
const question = ({ text }: AskedQuestion) => `${promptOpening}${text}`
const withOptions = (asked: AskedQuestion) => `${question(asked)}\nOptions:\n${optionLines(asked, dotted)}`

/** Prompts of the kinds that another protocol's source does not speak of, too. */
export const directPrompts = {
  choice: (asked: AskedQuestion) => `${withOptions(asked)}\nAnswer with the letter of the right option only.`,
  'yes-no': (asked: AskedQuestion) => `${question(asked)}\nAnswer with yes or no only.`,
  several: (asked: AskedQuestion) =>
    `${withOptions(asked)}\nMore than one option may be right. Answer with the letters of all right options only, separated by commas.`,
  text: (asked: AskedQuestion) => `${question(asked)}\nAnswer with a word or a short phrase only.`,
}

export const direct = mappedProtocol({
  id: 'direct',
  version: 1,
  name: 'Direct, read strictly',
  about:
    'This project’s own: asks for the letter, the word or the phrase only, and reads strictly. What could be meant otherwise is unparsed.',
  promptOpening,
  placesImages: true,
  prompts: directPrompts,
  judge,
  otherwise: judge,
})
