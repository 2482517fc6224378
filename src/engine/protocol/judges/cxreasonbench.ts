/** CXReasonBench's letters behind `FINAL ANSWER:`. The original asks a model about any other reply. */
import { type Judgement, notRead, readAs } from '../reading.ts'
import type { AnswerReader } from './judge.ts'

const finalAnswer = /final answer\s*[*_]*:/gi
/** `(a) 1st image, (c) 3rd image`, or a single letter alone or before a sign, but not the article of `A mass`. */
const bracketed = /\(([a-z])\)/gi
const single = /^[\s*_"'([]*([a-z])(?:[).:\]*_"']|\s*$)/i

const noLetter = notRead('CXReasonBench asks a model which options are meant: no letter follows FINAL ANSWER')

export const cxReasonBenchReader: AnswerReader = {
  judge(response, { options, answer }): Judgement {
    const said = finalLetters(response).filter(letter => options.some(option => option.letter === letter))
    if (said.length === 0) return noLetter
    return { reading: readAs(said, 'letters'), correct: said.join('') === Array.from(answer).sort().join('') }
  },
}

/** Letters of the line behind the last `FINAL ANSWER:`, in order, each once. */
function finalLetters(response: string): readonly string[] {
  const end = Array.from(response.matchAll(finalAnswer), ({ index, 0: words }) => index + words.length).at(-1)
  if (end === undefined) return []
  const line = response.slice(end).trimStart().split('\n', 1)[0] ?? ''
  const inBrackets = Array.from(line.matchAll(bracketed), ([, letter = '']) => letter)
  const letters = inBrackets.length > 0 ? inBrackets : [single.exec(line)?.[1] ?? '']
  return [...new Set(letters.map(letter => letter.toUpperCase()))].filter(letter => letter !== '').sort()
}
