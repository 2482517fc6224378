/** What columns have besides the question, its options and its answer: ids, hints, passages, groups, and what tells the answer. */

import type { Cell } from '@voxelwise/tables'
import { readFlag } from '../../../data/formats/mapping/answer.ts'
import { cellTexts } from '../../../data/formats/mapping/cells.ts'
import { columnsRead } from '../../../data/formats/mapping/check.ts'
import {
  bare,
  cancelled,
  contextNames,
  groupNames,
  hintNames,
  idNames,
  nameScore,
  withheld,
} from '../../../data/formats/mapping/column-names.ts'
import {
  type ColumnProfile,
  isEmbedded,
  isImagePath,
  shareOfCells,
} from '../../../data/formats/mapping/column-profile.ts'
import type { Source } from '../../../data/formats/mapping/document.ts'
import { greatest } from '../../../engine/base/grouping.ts'
import { tellsAnswer } from './axes.ts'

/** Columns without a part in the question, and among them those that would give its answer away. */
export function freeColumns(others: readonly ColumnProfile[], right: readonly (string | null)[]) {
  const free = others.filter(
    column => shareOfCells(column, isEmbedded) === 0 && shareOfCells(column, isImagePath) < 0.5,
  )
  const leaks = free.filter(
    column =>
      (withheld.test(bare(column.name)) && nameScore(column.name, contextNames) < 50) ||
      isWithinAnswer(column.name) ||
      tellsAnswer(column, right),
  )
  return { open: free.filter(column => !leaks.includes(column)), leaks }
}

/** What stands beside a question, by the names of columns. */
export function guessAsides(open: readonly ColumnProfile[]) {
  const id = bestId(open)
  const source = (names: readonly string[], fits: (column: ColumnProfile) => boolean): Source | null => {
    const named = open.filter(column => nameScore(column.name, names) >= 50 && fits(column))
    const best = greatest(named, ({ name }) => nameScore(name, names))
    return best ? { column: [best.name] } : null
  }
  const context = source(contextNames, isPassage)
  const others = [...columnsRead(id), ...columnsRead(context)]
  return {
    id,
    hint: source(hintNames, ({ texts }) => texts.length > 0),
    context,
    group: source(groupNames, ({ distinct, name }) => distinct > 1 && !others.includes(name)),
    cancelling: open.find(column => cancelled.test(bare(column.name)) && shareOfCells(column, isFlag) === 1),
  }
}

/** `structured_answer.organ` is a part of an answer, whatever its own name. */
const isWithinAnswer = (column: string): boolean =>
  column
    .split('.')
    .slice(0, -1)
    .some(part => /answer/.test(bare(part)))

function bestId(columns: readonly ColumnProfile[]) {
  const [best] = columns
    .filter(({ name, distinct, cells }) => nameScore(name, idNames) >= 50 && distinct > cells.length / 2)
    .sort(
      (a, b) =>
        Number(isUnique(b)) - Number(isUnique(a)) || nameScore(b.name, idNames) - nameScore(a.name, idNames),
    )
  return best ? { column: [best.name] } : null
}

/** Sentences, not a label: what is called a case may be its number. */
function isPassage({ cells }: ColumnProfile): boolean {
  const texts = cells.flatMap(cell => cellTexts(cell).join(' ') || [])
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  const spoken = texts.filter(text => /\S\s+\S+\s+\S/.test(text)).length
  return characters > 40 * texts.length && spoken > 0.8 * texts.length
}

const isFlag = (cell: Cell): boolean => readFlag(cell) !== null

const isUnique = ({ distinct, cells }: ColumnProfile): boolean => distinct >= 0.98 * cells.length
