/** What the XML of a workbook must not have: texts that stand for nothing, endless tags, endless lists. */
import { MAX_TAG } from '../../containers/limits.ts'

const reference = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)/g
const literal = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
] as const

/** An entity that XML itself does not have stands for nothing: the cell's text would be another. */
export function checkReferences(xml: string): void {
  reference.lastIndex = 0
  for (let end = 0; ; ) {
    const found = reference.exec(xml)
    if (!found) return
    const before = xml.slice(end, found.index)
    const ends = literal.flatMap(([begin, close]) => {
      const start = before.lastIndexOf(begin)
      const closed = start === -1 ? -1 : xml.indexOf(close, end + start)
      return closed > found.index ? [closed] : []
    })
    const [closed] = ends
    if (closed === undefined)
      throw new Error(`an unknown entity: ${xml.slice(found.index, found.index + 20)}`)
    reference.lastIndex = end = closed
  }
}

/** The parser makes an object of all attributes of a tag. */
export function checkTags(xml: string): void {
  for (let start = xml.indexOf('<'); start !== -1; ) {
    const next = xml.indexOf('<', start + 1)
    const length = (next === -1 ? xml.length : next) - start
    if (length > MAX_TAG && lengthOfTag(xml, start) > MAX_TAG)
      throw new Error(`a tag of more than ${MAX_TAG} characters`)
    start = next
  }
}

/** A `>` within quotes does not end a tag. */
function lengthOfTag(xml: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < xml.length && at - start <= MAX_TAG; at++) {
    const one = xml.charAt(at)
    if (quote === '' && one === '>') return at - start
    if (quote === '' && (one === '"' || one === "'")) quote = one
    else if (one === quote) quote = ''
  }
  return MAX_TAG + 1
}

/** Counts the entries of a list. @throws Error where it has more than `most` */
export function counter(most: number, what: string): () => void {
  let count = 0
  return () => {
    if (++count > most) throw new Error(`more than ${most} ${what}`)
  }
}
