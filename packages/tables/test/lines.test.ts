/** Lines are read one at a time: a file of newlines costs no more than one of text. */
import { expect, test } from 'vitest'
import { Random } from '../../../test/unit/support/random.ts'
import { rounds } from '../../../test/unit/support/rounds.ts'
import { memoryBytes } from '../src/bytes.ts'
import { linesIn, readLines, type TextLine } from '../src/lines.ts'
import type { TableError } from '../src/table-error.ts'

const toBytes = (text: string) => new TextEncoder().encode(text)

/** @param atOnce the most bytes that a read of the file gives */
async function collectLines(text: string, atOnce = Number.POSITIVE_INFINITY): Promise<readonly TextLine[]> {
  const file = memoryBytes('a.txt', toBytes(text))
  const lines: TextLine[] = []
  const read: typeof file.read = (from, to) => file.read(from, Math.min(to, from + atOnce))
  for await (const line of readLines({ ...file, read })) lines.push(line)
  return lines
}

test('the lines that are not blank, with their numbers, however the file is cut', async () => {
  const random = new Random(1)
  const pieces = ['\n', '\n', '\r\n', ' ', '\t', 'a', 'é', '😀', '{"b":1}', '\u2028', '\ufeff']
  for (let round = 0; round < rounds(2000); round++) {
    const text = random.text(pieces, 40).replace(/^\ufeff+/, '')
    const expected = text
      .split('\n')
      .map((line, at) => ({ text: line.replace(/^[ \t\r]+/, ''), number: at + 1 }))
      .filter(line => line.text !== '')
    expect(await collectLines(text, 1 + random.below(20))).toEqual(expected)
    expect(await collectLines(`\ufeff${text}`)).toEqual(expected)
    const all = text.split('\n')
    expect([...linesIn(toBytes(text))].map(line => line.text)).toEqual(
      all.at(-1) === '' ? all.slice(0, -1) : all,
    )
  }
})

test('a line that is not UTF-8, or is without end, is refused by its number', async () => {
  const file = memoryBytes('a.txt', new Uint8Array([97, 10, 0xff, 10]))
  const faultSubject = async (work: AsyncIterable<unknown>) => {
    try {
      for await (const _ of work);
      return null
    } catch (error) {
      return (error as TableError).subject
    }
  }
  expect(await faultSubject(readLines(file))).toBe('a.txt:2')
  const endless = { name: 'a.txt', size: 100e6, read: async () => new Uint8Array(4e6).fill(97) }
  expect(await faultSubject(readLines(endless))).toBe('a.txt:1')
})
