import { ownValue } from '@voxelwise/python'
import type { Cell } from '@voxelwise/tables'
import type { RatedItem, Ratings, Rubric } from '../../engine/protocol/rubrics/rubric.ts'
import { blobByteFile } from '../containers/bytes.ts'
import { badTable } from '../containers/errors.ts'
import { delimitedTable } from '../containers/reading.ts'
import { asWritten, csv } from './csv.ts'

/** A sheet for people to rate: a line per item, and an empty column for each dimension. It shows no model's ratings. */
export function ratingSheet({ dimensions }: Rubric, items: readonly RatedItem[]): string {
  return csv([
    ['id', 'image', 'question', 'right answer', 'answer', ...dimensions.map(({ id }) => id)],
    ...items.map(({ id, image, question, reference, response }) => [
      id,
      image,
      question,
      reference,
      response,
      ...dimensions.map(() => null),
    ]),
  ])
}

/**
 * Ratings by the item's id, whatever columns were added or moved. A line without any rating was not rated.
 * @throws VoxelwiseError bad-table naming the row and column at fault; as the reader of tables
 */
export async function readRatingSheet(
  { dimensions, scale }: Rubric,
  text: string,
  file: string,
): Promise<ReadonlyMap<string, Ratings>> {
  const { columns, rows } = await delimitedTable(blobByteFile(file, new Blob([text])))
  const lacking = ['id', ...dimensions.map(({ id }) => id)].find(name => !columns.includes(name))
  if (lacking !== undefined) throw badTable(file, 'the first line', `it has no column "${lacking}"`)
  const ratingsById = new Map<string, Ratings>()
  for await (const { cells, position } of rows()) {
    const given = dimensions.map(({ id }) => [id, textOf(ownValue(cells, id))] as const)
    if (given.every(([, rating]) => rating === '')) continue
    const place = `row ${position + 2}`
    const id = asWritten(textOf(cells.id))
    if (ratingsById.has(id)) throw badTable(file, place, `the item "${id}" is there twice`)
    const ratings = given.map(([dimension, rating]) => {
      const value = /^\d{1,9}$/.test(rating) ? Number(rating) : Number.NaN
      if (value >= scale.least && value <= scale.most) return [dimension, value] as const
      const expected = `a whole number from ${scale.least} to ${scale.most}`
      throw badTable(file, `${place}, ${dimension}`, `it should be ${expected}, and is "${rating}"`)
    })
    ratingsById.set(id, Object.fromEntries(ratings))
  }
  return ratingsById
}

const textOf = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell.trim() : '')
