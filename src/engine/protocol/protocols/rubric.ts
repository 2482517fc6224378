/** How a judge model is asked: a rubric as a protocol. Its samples are `judgedSamples`. */
import { get, isJsonArray, type JsonObject, str } from '@voxelwise/python'
import type { Protocol, ReplyForm } from '../protocol.ts'
import type { ProtocolReference } from '../protocol-reference.ts'
import type { Verdict } from '../reading.ts'
import { readRatings } from '../rubrics/read-ratings.ts'
import { type RatedItem, type Rubric, rubricPrompt, rubrics } from '../rubrics/rubric.ts'
import { judgeModelProtocol } from './judge-model.ts'

const protocolId = (rubric: Pick<Rubric, 'id'>): string => `rubric-${rubric.id}`

export const rubricReference = (rubric: Rubric): ProtocolReference => ({
  id: protocolId(rubric),
  version: rubric.version,
})

/** The rubric that a protocol asks by; undefined where it is none of a rubric. */
export const findRubric = ({ id, version }: ProtocolReference): Rubric | undefined =>
  rubrics.find(rubric => protocolId(rubric) === id && rubric.version === version)

/** The fields of a judged sample describe the answer to rate. */
export function ratedItem(fields: JsonObject): RatedItem {
  const text = (name: string): string => str(get(fields, name) ?? '')
  const [description, image] = [get(fields, 'description') ?? null, get(fields, 'image_path') ?? null]
  return {
    id: text('id'),
    question: text('question'),
    reference: text('answer'),
    description: description === null ? null : str(description),
    response: text('response'),
    image: isJsonArray(image) ? image.map(str).join('; ') : image === null ? null : str(image),
  }
}

function verdict(rubric: Rubric, response: string | null): Verdict {
  const read = readRatings(rubric, response ?? '')
  if (read.status === 'unparsed') return { parsed: '', correct: false, unparsed: read.why }
  return { parsed: JSON.stringify(read.ratings), correct: true }
}

export const rubricProtocols: readonly Protocol[] = rubrics.map(rubric =>
  judgeModelProtocol(
    {
      ...rubricReference(rubric),
      name: rubric.name,
      about: 'A judge model rates answers by it; the words of its prompt are this project’s.',
      prompt: fields => rubricPrompt(rubric, ratedItem(fields)),
      replyForm: replyForm(rubric),
      judge: response => verdict(rubric, response),
    },
    ['id', 'question', 'answer', 'response'],
  ),
)

/** The JSON object that a rubric's prompt asks for, its dimensions in their order, spaces as the prompt has them. */
export function replyForm({ dimensions, scale: { least, most } }: Rubric): ReplyForm {
  const literals = dimensions.map(({ id }, i) => `${i === 0 ? '{' : ', '}"${id}": `)
  const numbers = Array.from({ length: most - least + 1 }, (_, i) => String(least + i))
  const skeleton = `${literals.join('#')}#}`
  /** @param at the dimension whose literal comes next; after the last one only the brace follows */
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
