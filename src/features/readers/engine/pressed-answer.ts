/** A person's answer as a text that the judge of a protocol reads as it was meant. */
import { type JsonObject, str } from '@voxelwise/python'
import type { Protocol } from '../../../engine/protocol/protocol.ts'

/** Ways to write a letter, or several, in the order in which they are tried. */
const forms: readonly ((answer: string, letters: readonly string[]) => string)[] = [
  answer => answer,
  (_, letters) => letters.join(', '),
  (_, letters) => letters.join(','),
  answer => `(${answer})`,
  answer => `Answer: ${answer}`,
  answer => `The answer is ${answer}.`,
  answer => `Final answer: ${answer}`,
  (_, letters) => `Final answer: ${letters.join(', ')}`,
  (_, letters) => `Final answer: ${letters.map(letter => `(${letter})`).join(', ')}`,
  answer => `<answer>${answer}</answer>`,
]

/**
 * A pressed answer in the first form that the judge reads as that letter, these letters, or yes or no: a person's choice is never
 * unread for a missing bracket. What was typed stays as it is, and so does a choice that no form makes readable.
 * @param answer as `GivenAnswer.answer` has it
 */
export function readableAnswer(protocol: Protocol, fields: JsonObject, answer: string): string {
  const kind = protocol.answerKind(fields)
  if (kind !== 'choice' && kind !== 'several' && kind !== 'yes-no') return answer
  const letters = kind === 'several' ? [...answer] : [answer]
  const texts = protocol
    .listOptions(fields)
    .filter(({ letter }) => letters.includes(letter))
    .map(({ value }) => str(value))
  const tried = [...forms.map(form => form(answer, letters)), ...(kind === 'choice' ? texts : [])]
  return tried.find(text => protocol.judge(text, fields).parsed === answer) ?? answer
}
