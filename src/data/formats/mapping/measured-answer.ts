/** Answers that are boxes or numbers, in the forms in which tables hold them. */

import { ownValue } from '@voxelwise/python'
import type { Cell } from '@voxelwise/tables'
import { boxText, type Corners, type FrameSize, isCorners } from '../../../engine/protocol/boxes.ts'
import { numbersIn } from '../../../engine/protocol/judges/numbers.ts'
import { type CellObject, cellText, cellTexts, firstFilled, isList, isObject, unpacked } from './cells.ts'
import type { AnswerSource, BoxForm, Source } from './document.ts'
import { type RowInTable, sourceText } from './source-text.ts'

/** Names of the members of a box, in the order of its corners or of a corner and its extent. */
const memberNames: readonly (readonly [form: BoxForm, names: readonly string[]])[] = [
  ['corners', ['x1', 'y1', 'x2', 'y2']],
  ['corners', ['xmin', 'ymin', 'xmax', 'ymax']],
  ['corners', ['x_min', 'y_min', 'x_max', 'y_max']],
  ['corners', ['left', 'top', 'right', 'bottom']],
  ['extent', ['x', 'y', 'width', 'height']],
  ['extent', ['x', 'y', 'w', 'h']],
  ['extent', ['left', 'top', 'width', 'height']],
]

/**
 * A list of four numbers, an object with named ones, or a list of either, which may be written as a text.
 * @returns as a sample's answer; null where the cell is anything else
 */
export function boxAnswer(
  cell: Cell | undefined,
  { boxes: form = 'corners', items = {} }: Pick<AnswerSource, 'boxes' | 'items'>,
): string | null {
  const read = unpacked(cell)
  const one = boxIn(read, form)
  if (one) return boxText([one])
  if (!isList(read)) return null
  const wanted = read.filter(item => !isObject(item) || hasValues(item, items))
  const boxes = wanted.map(item => boxIn(item, form)).filter(box => box !== null)
  return boxes.length > 0 && boxes.length === wanted.length ? boxText(boxes) : null
}

const hasValues = (item: CellObject, values: Readonly<Record<string, string>>): boolean =>
  Object.entries(values).every(([name, value]) => cellText(ownValue(item, name)) === value)

function boxIn(cell: Cell | undefined, form: BoxForm): Corners | null {
  if (isList(cell)) return makeBox(cell.map(cellNumber), form)
  if (!isObject(cell)) return null
  const names = memberNames.find(([, members]) => members.every(name => Object.hasOwn(cell, name)))
  return names
    ? makeBox(
        names[1].map(name => cellNumber(ownValue(cell, name))),
        names[0],
      )
    : null
}

const cellNumber = (cell: Cell | undefined): number => {
  const text = cellText(cell)
  return text === null ? Number.NaN : Number(text)
}

function makeBox(values: readonly number[], form: BoxForm): Corners | null {
  if (!isCorners(values)) return null
  const [left, top, third, fourth] = values
  const box: Corners = form === 'extent' ? [left, top, left + third, top + fourth] : values
  return box[2] > box[0] && box[3] > box[1] ? box : null
}

/**
 * A number, several in a list, or a text with some (`12.5 mm`); null where there is none, and where a comma stands between digits:
 * it may begin decimals, group thousands or part two numbers.
 */
export function numberAnswer(cell: Cell | undefined): string | null {
  const texts = cellTexts(cell)
  const text = texts.join(', ')
  return numbersIn(text).length > 0 && !texts.some(each => /\d,\d/.test(each)) ? text : null
}

/** Width and height: a list of two, or a text such as `336 x 336`. */
export function frameSizeIn(source: Source | null, row: RowInTable): FrameSize | null {
  if (source === null) return null
  const isColumn = 'column' in source
  const text = isColumn ? cellTexts(firstFilled(row.cells, source.column)).join(' ') : sourceText(source, row)
  const [width = 0, height = 0, ...more] = Array.from((text ?? '').matchAll(/\d+(?:\.\d+)?/g), ([digits]) =>
    Number(digits),
  )
  return width > 0 && height > 0 && more.length === 0 ? [width, height] : null
}
