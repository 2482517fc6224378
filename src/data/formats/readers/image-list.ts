import { beginsImage, LONGEST_REFERENCE } from '../../containers/image-bytes.ts'

/** A part of a file, from its first byte to before `end`. */
export interface ByteSpan {
  readonly start: number
  readonly end: number
}

const [openBracket, closeBracket, comma, space, single, double] = [91, 93, 44, 32, 39, 34]

/**
 * The places of the items of a list of base64 images, as Python (single quotes) or JSON (double quotes, doubled in a
 * quoted cell) writes it. It must be a list of images from end to end; base64 contains nothing that is escaped.
 * @returns null for anything else
 */
export function imageList(bytes: Uint8Array, start: number, end: number): readonly ByteSpan[] | null {
  if (bytes[start] !== openBracket || bytes[end - 1] !== closeBracket) return null
  const items: ByteSpan[] = []
  let at = start + 1
  for (;;) {
    while (bytes[at] === space) at++
    const mark = bytes[at]
    if (mark !== single && mark !== double) return null
    const width = mark === double && bytes[at + 1] === double ? 2 : 1
    at += width
    const close = bytes.indexOf(mark, at)
    if (close < 0 || close >= end || close - at <= LONGEST_REFERENCE || !beginsImage(bytes, at, close))
      return null
    items.push({ start: at, end: close })
    at = close + width
    while (bytes[at] === space) at++
    if (at === end - 1) return items
    if (bytes[at] !== comma) return null
    at++
  }
}
