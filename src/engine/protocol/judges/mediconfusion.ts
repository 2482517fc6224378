import { type AnswerOption, type Judgement, judgedReading, notRead, readAs } from '../reading.ts'

/** How a word may name the option A. */
const forms = ['A', 'A:', '.A', '.A:', 'A.', 'A")', '("A":', '("A")', '("A").'] as const

/**
 * MediConfusion: the letter that stands as a word between spaces or line breaks, if it is the only one (`clean_up_manual` of
 * utils/answering.py, fcb0499 (2025)).
 */
export function onlyLetterWord(
  response: string,
  options: readonly AnswerOption[],
  answer: string,
): Judgement {
  const said = new Set(response.split(/[ \n]/))
  const [letter, ...more] = options.flatMap(each =>
    forms.some(form => said.has(form.replace('A', each.letter))) ? each.letter : [],
  )
  if (letter === undefined) return notRead('MediConfusion counts it as invalid: no letter stands by itself')
  if (more.length > 0) return notRead('MediConfusion counts it as invalid: it names several letters')
  return judgedReading(readAs(letter, 'letter'), answer)
}
