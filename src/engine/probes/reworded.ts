/** Probes that change the words of a question, and never which answer is right. */

import { get, isJsonObject, type Json, type JsonObject, ownValue, str } from '@voxelwise/python'
import { mapValues } from '../base/grouping.ts'
import type { Rotation } from './turning.ts'

/** "Right" that means correct, straight or at once, and "left" that means remaining: no sides. */
const notSides: readonly RegExp[] = [
  /\bright[ -](?:answers?|options?|choices?|responses?|diagnos[ie]s|one|ones|statements?|conclusions?|or wrong|angles?|angled|triangles?|now|away|before|after|order)\b/gi,
  /\b(?:is|are|was|be) (?:it |this |that |we )?right (?:to|that|in saying|about)\b/gi,
  /\b(?:all|that is|that['’]s|quite|wrong or) right\b/gi,
  /\b(?:which|what)(?: of these| of the following)? is right(?=\?)/gi,
  /\bleft (?:out|over|untreated|blank|unchanged|unanswered|alone|behind|in place|in situ)\b/gi,
  /\b(?:nothing|anything|something|what) (?:is |was )?left\b(?! (?:lung|kidney|lobe|side|hemithorax))/gi,
  /\b(?:has|have|had|he|she|they|patient) left (?:the|for|hospital|against)\b/gi,
]

const sides = /\b(?:left|right)(?=(?:wards?|most|hand(?:ed)?|sided)?\b)/gi

/** Every side exchanged, in its own case; a text without one stays as it is. */
function exchangeSides(text: string): string {
  if (text.search(sides) < 0) return text
  const fixedSpans = notSides.flatMap(phrase =>
    Array.from(text.matchAll(phrase), ({ index, 0: found }) => [index, index + found.length] as const),
  )
  return text.replace(sides, (word, at: number) =>
    fixedSpans.some(([from, to]) => at >= from && at < to) ? word : exchanged(word),
  )
}

function exchanged(word: string): string {
  const other = word.toLowerCase() === 'left' ? 'right' : 'left'
  if (word === word.toUpperCase()) return other.toUpperCase()
  return word.charAt(0) === word.charAt(0).toUpperCase()
    ? `${other.charAt(0).toUpperCase()}${other.slice(1)}`
    : other
}

/** Places in the picture, as they are called after the picture is turned. */
const vertical = 'top|bottom|upper|lower'
const picture =
  '(?:image|picture|scan|film|radiograph|x-ray|slice|section|photograph|photo|figure|frame|panel|display|screen)'
const part = '(?:side|half|corner|quadrant|edge|border|margin|part|third|portion|region|area|centre|center)'
const place = `(?:(?<v>${vertical})(?<gap>[- ]?)(?<h>left|right)|(?<v1>${vertical})|(?<h1>left|right)(?:[- ]hand)?)`
const after = `(?= (?:${part} )?(?:of|in) (?:the|this|that|each) (?:\\w+ )?${picture}\\b)`

/** "The upper left corner of the image", "left of the scan". */
const ofPicture = new RegExp(`\\b${place}${after}`, 'gi')
/** "The image's lower half". */
const picturesOwn = new RegExp(`(?<=\\b${picture}['’]s )${place}\\b`, 'gi')
/** An option that is nothing but a place. */
const placeAlone = new RegExp(`(?<=^(?:in |on |at )?(?:the )?)${place}(?=(?: ${part})?\\W*$)`, 'gi')

/** A question asks for a place if the first of these is in a line of it, and the second after it. */
const asksWhere = new RegExp(`\\b(?:(?:which|what) (?:${part}|corner|place)|where)\\b`, 'i')
const inPicture = new RegExp(`\\b(?:of|in|on) (?:the|this) (?:\\w+ )?${picture}\\b`, 'i')

/** What depends on how the picture lies, and is no place in it for certain. */
const direction =
  /\b(?:top|bottom|above|below|beneath|underneath|vertical(?:ly)?|horizontal(?:ly)?|upside|upright|orient(?:ed|ation)|rotat(?:ed|ion)|turned|clockwise|anticlockwise|counterclockwise|tilted|uppermost|lowermost|upwards?|downwards?|air-fluid|fluid level)\b/i
/** Upper and lower parts of the body stay what they are, and so do lower values. */
const bareHeight =
  /\b(?:upper|lower)\b(?! (?:lobes?|limbs?|extremit\w+|abdomen|abdominal|legs?|arms?|jaw|lips?|eyelids?|back|gastrointestinal|gi|respiratory|airways?|poles?|zones?|lungs?|thoracic|lumbar|cervical|spine|tract|teeth|incisors?|molars?|(?:o)?esophag\w+|femur|pelvis|than|signal|density|intensity|attenuation|uptake|grade|risk|resolution|dose|contrast|values?)\b)/i

const corners = ['top left', 'top right', 'bottom right', 'bottom left']
const edges = ['top', 'right', 'bottom', 'left']

/**
 * The text as it fits the picture turned clockwise: places in the picture move with it.
 * @param isPlace whether the whole text can be a place: an option after a question for one
 * @returns null where another word may depend on how the picture lies
 */
function turnedText(text: string, turn: Rotation, isPlace: boolean): string | null {
  const patterns = isPlace ? [ofPicture, picturesOwn, placeAlone] : [ofPicture, picturesOwn]
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ' '), text)
  if (direction.test(rest) || bareHeight.test(rest) || exchangeSides(rest) !== rest) return null
  return patterns.reduce(
    (turned, pattern) =>
      turned.replace(pattern, (found: string, ...groups: unknown[]) =>
        inSameCase(found, moved(groups.at(-1) as Partial<Record<string, string>>, turn)),
      ),
    text,
  )
}

/** Whether an option can be a place: "Which corner of the image is darkest?" */
const asksPlace = (question: string): boolean =>
  question.split('\n').some(line => {
    const start = line.search(asksWhere)
    return start >= 0 && inPicture.test(line.slice(start))
  })

function moved({ v, gap, h, v1, h1 }: Partial<Record<string, string>>, turn: Rotation): string {
  const steps = turn / 90
  const height = (v ?? v1 ?? '').toLowerCase()
  const plain = ownValue(plainNames, height) ?? height
  const isUpper = plain !== height
  if (h === undefined) {
    const edge = edges[(edges.indexOf(plain || (h1 ?? '').toLowerCase()) + steps) % 4] ?? ''
    return isUpper ? styled(edge) : edge
  }
  const corner = corners[(corners.indexOf(`${plain} ${h.toLowerCase()}`) + steps) % 4] ?? ''
  const [first = '', second = ''] = corner.split(' ')
  return `${isUpper ? styled(first) : first}${gap ?? ' '}${second}`
}

const plainNames: Readonly<Record<string, string>> = { upper: 'top', lower: 'bottom' }
const styledNames: Readonly<Record<string, string>> = { top: 'upper', bottom: 'lower' }
const styled = (edge: string): string => ownValue(styledNames, edge) ?? edge

function inSameCase(found: string, words: string): string {
  if (found === found.toUpperCase()) return words.toUpperCase()
  const initial = found.charAt(0)
  if (initial !== initial.toUpperCase()) return words
  const isTitle = /[ -][A-Z]/.test(found)
  return words.replace(isTitle ? /\b[a-z]/g : /^[a-z]/, letter => letter.toUpperCase())
}

/** Version 1, our own. A template in use never changes: a new one comes after the last. */
const templates: readonly ((question: string) => string)[] = [
  question => `Look at the image and answer this question: ${question}`,
  question => `${question} Base your answer on the image.`,
  question => `Please answer the following. ${question}`,
  question => `Considering what the image shows: ${question}`,
  question => `A clinician asks about this image: ${question}`,
]

export const wordings = templates.length

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
        return [name, Object.fromEntries(mapValues(new Map(Object.entries(value)), changed(true)))]
      if (name === 'accepted' && Array.isArray(value)) return [name, value.map(changed(true))]
      return [name, value]
    }),
  )
}
