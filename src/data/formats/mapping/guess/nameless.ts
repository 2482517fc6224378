/** What the cells of a table without names mean: what asks is the question, what stands behind it answers, what is found is an image. */
import { textOf } from '../cells.ts'
import type { Source, TableMapping } from '../document.ts'
import type { ImageFinder } from '../image-finder.ts'
import { guessImages } from './pictures.ts'
import { type ColumnProfile, isLabel, share } from './profile.ts'

type Guessed = Pick<TableMapping, 'id' | 'question' | 'answer' | 'accepted' | 'images' | 'task'>

/** @returns null where no column asks, or nothing stands behind the one that does */
export function guessNameless(
  columns: readonly ColumnProfile[],
  finder: ImageFinder,
  file: string,
): Guessed | null {
  const [question] = [...columns].sort((a, b) => asks(b) - asks(a))
  if (!question || asks(question) < 0.5) return null
  const place = columns.indexOf(question)
  const before = columns.slice(0, place)
  const [answer, ...accepted] = columns.slice(place + 1).filter(({ filled }) => filled > 0)
  if (!answer) return null
  const names = before.filter(column => share(column, isName) === 1)
  const images = guessImages(before, finder, file)
  // Names that are not found are those of missing images, the nearest to the question.
  const last = names.at(-1)
  const image = images?.each[0]?.[0] ?? last?.name
  const label = before.find(column => column.name !== image && isLabel(column) && share(column, isName) < 1)
  const id = names.find(({ name, distinct, cells }) => name !== image && distinct === cells.length)
  const source = (column: ColumnProfile | undefined): Source | null =>
    column ? { column: [column.name] } : null
  return {
    id: source(id),
    question: { column: [question.name] },
    answer: { source: { column: [answer.name] }, as: ['letter', 'text', 'lettered', 'several'] },
    accepted: accepted.map(({ name }) => name),
    images: images ?? (last ? { each: [[last.name]], folders: [], endings: {} } : null),
    task: source(label),
  }
}

const asks = (column: ColumnProfile): number =>
  share(column, cell => /\s.*[?？]\s*$/s.test(textOf(cell) ?? ''))

/** `synpic12345`, `CT_0007.png`, `12`. */
const isName = (cell: ColumnProfile['cells'][number]): boolean => /^\S*\d\S*$/.test(textOf(cell) ?? '')
