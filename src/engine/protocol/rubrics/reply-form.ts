import type { ReplyForm } from '../protocol.ts'
import type { Rubric } from './rubric.ts'

/** The JSON object that a rubric's prompt asks for, its dimensions in their order, spaces as the prompt has them. */
export function replyForm({ dimensions, scale: { least, most } }: Rubric): ReplyForm {
  const literals = dimensions.map(({ id }, i) => `${i === 0 ? '{' : ', '}"${id}": `)
  const numbers = Array.from({ length: most - least + 1 }, (_, i) => String(least + i))
  const skeleton = `${literals.join('#')}#}`
  /** @param at the dimension whose literal comes next; behind the last only the brace does */
  const follows = (text: string, at: number, isWhole: boolean): boolean => {
    const literal = literals[at] ?? '}'
    if (text.length < literal.length || literals[at] === undefined)
      return isWhole ? text === literal : literal.startsWith(text)
    if (!text.startsWith(literal)) return false
    const rest = text.slice(literal.length)
    if (!isWhole && numbers.some(number => number.startsWith(rest))) return true
    return numbers.some(
      number => rest.startsWith(number) && follows(rest.slice(number.length), at + 1, isWhole),
    )
  }
  return {
    isBeginning: text => follows(text, 0, false),
    isWhole: text => follows(text, 0, true),
    mayHold: text => text !== '' && skeleton.includes(text.trim().replace(/\d+/g, '#')),
  }
}
