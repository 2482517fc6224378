/** Probes that change the words of a question, and never which answer is right. */
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts'
import { get, str } from '../base/python.ts'
import { type Rotation, wordings } from '../protocol/probe.ts'
import { asksPlace, turnedText } from './places.ts'
import { exchangeSides } from './sides.ts'

/** Version 1, our own. A template in use never changes: a new one comes after the last. */
const templates: readonly ((question: string) => string)[] = [
  question => `Look at the image and answer this question: ${question}`,
  question => `${question} Base your answer on the image.`,
  question => `Please answer the following. ${question}`,
  question => `Considering what the image shows: ${question}`,
  question => `A clinician asks about this image: ${question}`,
]
if (templates.length !== wordings) throw new Error('There are as many templates as wordings.')

/** @param wording number of the template, from 1 */
export const paraphrased = (fields: JsonObject, wording: number): JsonObject => ({
  ...fields,
  question: templates[wording - 1]?.(str(get(fields, 'question'))) ?? get(fields, 'question') ?? null,
})

const isText = (name: string): boolean =>
  ['question', 'hint', 'answer', 'answer_text', 'gt_answer'].includes(name) || /^option_[A-Z]$/.test(name)

/**
 * The question, its options and its right answer with left and right exchanged: those of a MedRCube sample, or of mapped fields,
 * whose answer is a letter where there are options. The same fields where no text has a side.
 */
export function mirroredTexts(fields: JsonObject): JsonObject {
  let isChanged = false
  const mirrored = withTexts(fields, value => {
    const text = exchangeSides(value)
    isChanged ||= text !== value
    return text
  })
  return isChanged ? mirrored : fields
}

/** The same texts for the image turned clockwise; null where the answer may depend on how it lies. */
export function turnedTexts(fields: JsonObject, turn: Rotation): JsonObject | null {
  const isForPlace = asksPlace(str(get(fields, 'question')))
  let isClear = true
  const turned = withTexts(fields, (value, isAnswer) => {
    const text = turnedText(value, turn, isForPlace && isAnswer)
    isClear &&= text !== null
    return text ?? value
  })
  return isClear ? turned : null
}

function withTexts(fields: JsonObject, change: (text: string, isAnswer: boolean) => string): JsonObject {
  const changed =
    (isAnswer: boolean) =>
    (value: Json): Json =>
      typeof value === 'string' ? change(value, isAnswer) : value
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]): [string, Json] => {
      if (isText(name)) return [name, changed(name !== 'question' && name !== 'hint')(value)]
      if (name === 'options' && isJsonObject(value))
        return [
          name,
          Object.fromEntries(Object.entries(value).map(([letter, text]) => [letter, changed(true)(text)])),
        ]
      if (name === 'accepted' && Array.isArray(value)) return [name, value.map(changed(true))]
      return [name, value]
    }),
  )
}
