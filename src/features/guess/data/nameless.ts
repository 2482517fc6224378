/** What the cells of a table without names mean: what asks is the question, what stands behind it answers, what is found is an image. */

import { asksInWords, cellText } from '../../../data/formats/mapping/cells.ts'
import { type ColumnProfile, isLabel, shareOfCells } from '../../../data/formats/mapping/column-profile.ts'
import {
  type OptionsSource,
  type Source,
  type TableMapping,
  usualForms,
} from '../../../data/formats/mapping/document.ts'
import type { ImageFinder } from '../../../data/formats/mapping/image-finder.ts'
import { letterAt } from '../../../data/formats/mapping/letters.ts'
import { guessImages } from '../../../data/formats/mapping/picture-columns.ts'
import { greatest } from '../../../engine/base/grouping.ts'

type Guessed = Pick<TableMapping, 'id' | 'question' | 'options' | 'answer' | 'accepted' | 'images' | 'task'>

/** @returns null where no column asks, or nothing stands behind the one that does */
export function guessNameless(
  columns: readonly ColumnProfile[],
  finder: ImageFinder,
  file: string,
): Guessed | null {
  const question = greatest(columns, asks)
  if (!question || asks(question) < 0.5) return null
  const place = columns.indexOf(question)
  const before = columns.slice(0, place)
  const behind = columns.slice(place + 1).filter(({ filled }) => filled > 0)
  const options = optionsSource(behind)
  const [answer, ...accepted] = options === null ? behind : behind.slice(-1)
  if (!answer) return null
  const names = before.filter(column => shareOfCells(column, isName) === 1)
  const images = guessImages(before, finder, file)
  // Names that are not found are those of missing images, the nearest to the question.
  const last = names.at(-1)
  const image = images?.each[0]?.[0] ?? last?.name
  const label = before.find(
    column => column.name !== image && isLabel(column) && shareOfCells(column, isName) < 1,
  )
  const id = names.find(({ name, distinct, cells }) => name !== image && distinct === cells.length)
  const source = (column: ColumnProfile | undefined): Source | null =>
    column ? { column: [column.name] } : null
  return {
    id: source(id),
    question: { column: [question.name] },
    options,
    answer: { source: { column: [answer.name] }, as: usualForms },
    accepted: accepted.map(({ name }) => name),
    images: images ?? (last ? { each: [[last.name]], folders: [], endings: {} } : null),
    task: source(label),
  }
}

/** Columns of texts before one of their letters, as in MMLU's files: options, and the right one. */
function optionsSource(behind: readonly ColumnProfile[]): OptionsSource | null {
  const last = behind.at(-1)
  const others = behind.slice(0, -1)
  const letters = others.map((_, i) => letterAt(i) ?? '')
  const isLetter = (cell: ColumnProfile['cells'][number]): boolean => letters.includes(cellText(cell) ?? '')
  if (!last || others.length < 2 || others.length > 26 || shareOfCells(last, isLetter) < 1) return null
  return { columns: Object.fromEntries(others.map(({ name }, i) => [letters[i], name])) }
}

const asks = (column: ColumnProfile): number =>
  shareOfCells(column, cell => asksInWords(cellText(cell) ?? ''))

/** `synpic12345`, `CT_0007.png`, `12`. */
const isName = (cell: ColumnProfile['cells'][number]): boolean =>
  /^\S+$/.test(cellText(cell) ?? '') && /\d/.test(cellText(cell) ?? '')
