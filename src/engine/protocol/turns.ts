/** A conversation before its chat template formats it: turns of text and images. */
import type { JsonObject } from '@voxelwise/python'
import type { Protocol } from './protocol.ts'

/** A stretch of text, or the place of an image: its number among the sample's own, from 0. */
export type TurnPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: number }

export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly parts: readonly TurnPart[]
}

/** `<image>`, or `<image 2>` with its number from 1, as benchmarks write them. */
export const placeholder = /<image(?:[ _]?(\d{1,3}))?>/gi

const marker = '<image>'

/**
 * A question without the markers that LLaVA's data sets begin or end each one with. They say that there is an image, not
 * where: images stand before the text. A place-holder within the text, or one with a number, is a place.
 */
export function withoutMarkers(question: string): string {
  const begins = (text: string) => text.slice(0, marker.length).toLowerCase() === marker
  const ends = (text: string) => text.slice(-marker.length).toLowerCase() === marker
  let text = question.trim()
  if (begins(text)) while (begins(text)) text = text.slice(marker.length).trimStart()
  else while (ends(text)) text = text.slice(0, -marker.length).trimEnd()
  const isPlain = text !== '' && text.search(placeholder) < 0
  return isPlain && text !== question.trim() ? text : question
}

/** One user turn: the images, then the text. */
export function plainTurn(text: string, images: number): readonly Turn[] {
  return [{ role: 'user', parts: [...counted(0, images), { type: 'text', text }] }]
}

/**
 * How a protocol presents a sample to a model: its examples, then the question. Images precede the text of their turn, or
 * replace the protocol's placeholders.
 */
export function writeTurns(fields: JsonObject, images: number, protocol: Protocol): readonly Turn[] {
  const places = protocol.placesImages ? placed : before
  const turns: Turn[] = []
  let from = 0
  for (const example of protocol.examples?.(fields) ?? []) {
    const to = Math.min(from + example.images, images)
    turns.push(
      { role: 'user', parts: places(example.question, from, to) },
      { role: 'assistant', parts: [{ type: 'text', text: example.answer }] },
    )
    from = to
  }
  return [...turns, { role: 'user', parts: places(protocol.prompt(fields), from, images) }]
}

/** The images in the order in which they are shown; one may be shown twice. */
export function imagesShown(turns: readonly Turn[]): readonly number[] {
  return turns.flatMap(({ parts }) => parts.flatMap(part => (part.type === 'image' ? [part.image] : [])))
}

function before(text: string, from: number, to: number): readonly TurnPart[] {
  return [...counted(from, to), { type: 'text', text }]
}

/** `<image 2>` becomes the second image, `<image>` the next; one that is not named comes before the text. */
function placed(text: string, from: number, to: number): readonly TurnPart[] {
  const parts: TurnPart[] = []
  const named = new Set<number>()
  let next = from
  let done = 0
  for (const match of text.matchAll(placeholder)) {
    const image = match[1] === undefined ? next++ : from + Number(match[1]) - 1
    if (image < from || image >= to) continue
    if (match.index > done) parts.push({ type: 'text', text: text.slice(done, match.index) })
    parts.push({ type: 'image', image })
    named.add(image)
    done = match.index + match[0].length
  }
  if (done < text.length) parts.push({ type: 'text', text: text.slice(done) })
  return [...counted(from, to).filter(({ image }) => !named.has(image)), ...parts]
}

function counted(from: number, to: number) {
  return Array.from(
    { length: Math.max(0, to - from) },
    (_, i) => ({ type: 'image', image: from + i }) as const,
  )
}
