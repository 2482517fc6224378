/** What the XML of a workbook must not have: texts that stand for nothing, endless tags, endless lists. */
import { MAX_TAG } from '../limits.ts'

const reference = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)/g
const literal = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
] as const

/** An entity that XML itself does not have stands for nothing: the cell's text would be another. */
export function checkReferences(xml: string): void {
  reference.lastIndex = 0
  for (let end = 0; ; ) {
    const match = reference.exec(xml)
    if (!match) return
    const before = xml.slice(end, match.index)
    const ends = literal.flatMap(([begin, close]) => {
      const start = before.lastIndexOf(begin)
      const closed = start === -1 ? -1 : xml.indexOf(close, end + start)
      return closed > match.index ? [closed] : []
    })
    const [closed] = ends
    if (closed === undefined)
      throw new Error(`an unknown entity: ${xml.slice(match.index, match.index + 20)}`)
    reference.lastIndex = end = closed
  }
}

const codes = { '<': 60, '>': 62, '"': 34, "'": 39, '!': 33, '?': 63 } as const

/**
 * The parser makes an object of all attributes of a tag. XML has no `<` within a tag, not even in quotes: behind one, nobody
 * could tell where the tag ends.
 */
export function checkTags(xml: string): void {
  for (let at = xml.indexOf('<'); at !== -1; ) at = xml.indexOf('<', endOfMarkup(xml, at))
}

function endOfMarkup(xml: string, start: number): number {
  const second = xml.charCodeAt(start + 1)
  if (second === codes['!'] || second === codes['?'])
    for (const [begin, close] of [...literal, ['<?', '?>']] as const) {
      if (!xml.startsWith(begin, start)) continue
      const end = xml.indexOf(close, start + begin.length)
      return end === -1 ? xml.length : end + close.length
    }
  let quote = 0
  for (let at = start + 1; at < xml.length; at++) {
    if (at - start > MAX_TAG) throw new Error(`a tag of more than ${MAX_TAG} characters`)
    const one = xml.charCodeAt(at)
    if (one === codes['<']) throw new Error(`a tag with “<” in it: ${xml.slice(start, start + 20)}`)
    if (quote === 0 && one === codes['>']) return at + 1
    if (quote === 0 && (one === codes['"'] || one === codes["'"])) quote = one
    else if (one === quote) quote = 0
  }
  return xml.length
}

/** Counts the entries of a list. @throws Error where it has more than `most` */
export function counter(most: number, what: string): () => void {
  let count = 0
  return () => {
    if (++count > most) throw new Error(`more than ${most} ${what}`)
  }
}
