/** The default for mapped data sets: plain questions, answered by a letter, a word or a phrase, and read strictly. */
import { direct as judge, directV1 as judgeV1 } from '../judges/direct.ts'
import { yesOrNoInAnyLanguage } from '../judges/yes-no.ts'
import type { Protocol } from '../protocol.ts'
import { type AskedQuestion, dotted, type MappedRules, mappedProtocol, optionLines } from './mapped.ts'

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
  box: (asked: AskedQuestion) =>
    `${question(asked)}\nAnswer with one box or several only, in pixels of the image, each as [x1, y1, x2, y2].`,
  number: (asked: AskedQuestion) =>
    `${question(asked)}\nAnswer with ${asked.numbers > 1 ? `${asked.numbers} numbers only, separated by commas` : 'a number only'}.`,
}

type VersionedRules = Omit<MappedRules, 'version' | 'judge' | 'otherwise' | 'yesOrNo'> &
  Partial<Pick<MappedRules, 'judge'>>

/**
 * Both versions of a protocol whose yes and no is read by the judge `direct`. The first knows English and Chinese, the
 * second many languages, in the data set as in the reply.
 * @param rules without a judge if `direct` reads every kind
 */
export const versionsByDirect = (rules: VersionedRules): readonly [v1: Protocol, v2: Protocol] => [
  mappedProtocol({ judge: judgeV1, ...rules, version: 1, otherwise: judgeV1 }),
  mappedProtocol({ judge, ...rules, version: 2, otherwise: judge, yesOrNo: yesOrNoInAnyLanguage }),
]

export const [directV1, direct] = versionsByDirect({
  id: 'direct',
  name: 'Direct, read strictly',
  about:
    'This project’s own: asks for the letter, the word or the phrase only, and reads strictly. What could be meant otherwise is unparsed.',
  promptOpening,
  placesImages: true,
  prompts: directPrompts,
})
