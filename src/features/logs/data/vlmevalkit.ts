/** Predictions of VLMEvalKit, `<model>_<data set>.tsv` or, as it writes by default, `.xlsx`: the data set's columns and `prediction`. */

import { ownValue } from '@voxelwise/python'
import { type ByteFile, type Cell, isSpreadsheet } from '@voxelwise/tables'
import { delimitedTable, sheetsInFile } from '../../../data/containers/reading.ts'
import { asWritten } from '../../../data/export/csv.ts'
import { type Lettered, withoutMarks } from '../../../data/formats/mapping/letters.ts'
import { badLog, type LoggedAnswer, loggedNumber, type ToolLog, textOrNumber } from './tool-log.ts'

/** The ending of its predictions, or of its table of verdicts with the judge's name (`_exact_matching_result.xlsx`). */
const ending = /(?:_(?:exact_matching|[^_]+)_result)?\.(?:tsv|xlsx)$/i

/** What VLMEvalKit writes where its model gave nothing. */
const failed = 'Failed to obtain answer'

export async function vlmevalkitLog(file: ByteFile): Promise<ToolLog> {
  const [sheet] = isSpreadsheet(file.name) ? await sheetsInFile(file) : [await delimitedTable(file)]
  if (!sheet) throw badLog(file.name, 'has no rows')
  const { columns, rows } = sheet
  for (const name of ['index', 'question', 'prediction'])
    if (!columns.includes(name)) throw badLog(file.name, `has no column "${name}"`)
  const answers = new Map<string, LoggedAnswer>()
  let read = 0
  for await (const { cells } of rows()) {
    read++
    const key = text(cells.index) ?? ''
    if (!answers.has(key)) answers.set(key, readAnswer(cells))
  }
  return {
    tool: 'vlmevalkit',
    version: null,
    // Its names of models have underscores, too: the data set's is the shorter part, as a rule.
    model: /^(.+)_[^_]+$/.exec(file.name.replace(ending, ''))?.[1] ?? null,
    created: null,
    answers: [...answers.values()],
    repeats: read - answers.size,
  }
}

function readAnswer(cells: Readonly<Record<string, Cell>>): LoggedAnswer {
  const prediction = text(cells.prediction) ?? ''
  const hit = loggedNumber(text(cells.hit) ?? undefined)
  return {
    ids: [text(cells.id), text(cells.index)].filter(id => id !== null),
    number: loggedNumber(text(cells.index) ?? undefined),
    asked: text(cells.question) ?? '',
    options: withoutMarks(optionsIn(cells), 'letters'),
    target: text(cells.answer),
    response: prediction.startsWith(failed) ? null : prediction,
    ...(prediction.startsWith(failed) && { error: prediction }),
    correct: hit === null ? null : hit === 1,
  }
}

/** Any column that is called by a capital letter and is not empty. */
function optionsIn(cells: Readonly<Record<string, Cell>>): Lettered {
  return Object.keys(cells)
    .filter(name => /^[A-Z]$/.test(name))
    .sort()
    .flatMap((letter): Lettered => {
      const option = text(ownValue(cells, letter))
      return option === null ? [] : [[letter, option]]
    })
}

/** A spreadsheet keeps numbers as such. Our own tables have an apostrophe before what it would take for a formula. */
const text = (cell: Cell | undefined): string | null =>
  typeof cell === 'string' || typeof cell === 'number' ? textOrNumber(asWritten(String(cell))) : null
