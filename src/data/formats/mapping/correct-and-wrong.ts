/** Options put together from the right answer and its distractors. */
import { type Cells, cellAt, textOf, textsOf } from './cells.ts'
import type { CorrectAndWrong } from './document.ts'
import { type Lettered, letterAt, letterOf, type ReadOptions } from './letters.ts'

/**
 * With the letters that the row gives; without, in an order that follows from the seed and the texts alone, so that it is
 * the same in every order of the rows and in every run.
 * @returns null where there is no right answer or nothing to choose from
 */
export function assembled(source: CorrectAndWrong, cells: Cells, seed: string): ReadOptions | null {
  const correct = textOf(cellAt(cells, source.correct))
  const wrong = source.wrong.flatMap(column => textsOf(cellAt(cells, column)))
  if (correct === null || wrong.length === 0 || wrong.length > 25) return null
  const given = [source.letter, source.wrongLetters].flatMap(column =>
    column === undefined ? [] : textsOf(cellAt(cells, column)).map(letterOf),
  )
  const texts = [correct, ...wrong]
  const isGiven =
    given.length === texts.length && new Set(given).size === given.length && !given.includes(null)
  if (isGiven) {
    const options = texts.map((text, i) => [given[i] ?? '', text] as const)
    return { options: sorted(options), right: given[0] ?? '' }
  }
  const order = texts
    .map((text, i) => ({ text, i, key: hash(`${seed}\n${text}\n${i}`) }))
    .sort((a, b) => a.key - b.key)
  const options = order.map(({ text }, place) => [letterAt(place) ?? '', text] as const)
  return { options, right: letterAt(order.findIndex(({ i }) => i === 0)) ?? '' }
}

const sorted = (options: Lettered): Lettered => [...options].sort(([a], [b]) => (a < b ? -1 : 1))

/** FNV-1a of 32 bits over UTF-16 units: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
