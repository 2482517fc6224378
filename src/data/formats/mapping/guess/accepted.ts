/** Which columns hold further answers to an open question that count as right. */
import { isList, textOf, unpacked } from '../cells.ts'
import { answersIn } from '../read-row.ts'
import type { FoundAnswer } from './choices.ts'
import { acceptedNames, bare } from './names.ts'
import { type ColumnProfile, share } from './profile.ts'

const numbered = /^(.*answers?)[\s_-]?(\d{1,2})$/i

/**
 * @param answer what was found to be the answer
 * @returns columns in their order; none where the answer is one text
 */
export function guessAccepted(columns: readonly ColumnProfile[], answer: FoundAnswer): readonly string[] {
  const [first = ''] = answer.columns
  const family = numbered.exec(first)?.[1]
  const others = columns.filter(column => {
    if (family !== undefined && numbered.exec(column.name)?.[1] === family) return column.name !== first
    return acceptedNames.test(bare(column.name)) && share(column, isListOfAnswers) > 0.9
  })
  return others.map(({ name }) => name)
}

const isListOfAnswers = (cell: ColumnProfile['cells'][number]): boolean =>
  isList(unpacked(cell)) && answersIn(cell).length > 0 && textOf(cell) === null
