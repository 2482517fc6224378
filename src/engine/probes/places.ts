/** Places in the picture, as they are called after the picture is turned. */
import type { Rotation } from '../protocol/probe.ts'
import { exchangeSides } from './sides.ts'

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
export function turnedText(text: string, turn: Rotation, isPlace: boolean): string | null {
  const patterns = isPlace ? [ofPicture, picturesOwn, placeAlone] : [ofPicture, picturesOwn]
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ' '), text)
  if (direction.test(rest) || bareHeight.test(rest) || exchangeSides(rest) !== rest) return null
  return patterns.reduce(
    (turned, pattern) =>
      turned.replace(pattern, (found: string, ...groups: unknown[]) =>
        inCaseOf(found, moved(groups.at(-1) as Partial<Record<string, string>>, turn)),
      ),
    text,
  )
}

/** Whether an option can be a place: "Which corner of the image is darkest?" */
export const asksPlace = (question: string): boolean =>
  question.split('\n').some(line => {
    const start = line.search(asksWhere)
    return start >= 0 && inPicture.test(line.slice(start))
  })

function moved({ v, gap, h, v1, h1 }: Partial<Record<string, string>>, turn: Rotation): string {
  const steps = turn / 90
  const height = (v ?? v1 ?? '').toLowerCase()
  const isUpper = height === 'upper' || height === 'lower'
  const plain = height === 'upper' ? 'top' : height === 'lower' ? 'bottom' : height
  if (h === undefined) {
    const edge = edges[(edges.indexOf(plain || (h1 ?? '').toLowerCase()) + steps) % 4] ?? ''
    return isUpper ? styled(edge) : edge
  }
  const corner = corners[(corners.indexOf(`${plain} ${h.toLowerCase()}`) + steps) % 4] ?? ''
  const [first = '', second = ''] = corner.split(' ')
  return `${isUpper ? styled(first) : first}${gap ?? ' '}${second}`
}

const styled = (edge: string): string => (edge === 'top' ? 'upper' : edge === 'bottom' ? 'lower' : edge)

function inCaseOf(found: string, words: string): string {
  if (found === found.toUpperCase()) return words.toUpperCase()
  const initial = found.charAt(0)
  if (initial !== initial.toUpperCase()) return words
  const isTitle = /[ -][A-Z]/.test(found)
  return words.replace(isTitle ? /\b[a-z]/g : /^[a-z]/, letter => letter.toUpperCase())
}
