/** Answers of people that were given elsewhere, as CSV: sittings of a study. */

import { ownValue } from '@voxelwise/python'
import type { Cell } from '@voxelwise/tables'
import { blobByteFile } from '../../../data/containers/bytes.ts'
import { badTable } from '../../../data/containers/errors.ts'
import { delimitedTable } from '../../../data/containers/reading.ts'
import { asWritten } from '../../../data/export/csv.ts'
import { longestCode } from '../../../engine/protocol/reader.ts'
import { confidenceRange, isOnScale } from '../engine/confidence-scale.ts'
import { isRating } from '../engine/rated-answer.ts'
import type { GivenAnswer, ReaderSitting } from '../engine/sitting.ts'
import { type StrippedQuestion, type Study, studyHash } from '../engine/study.ts'

const needed = ['reader', 'id', 'answer']

/**
 * One ended sitting for each reader and number. Columns `reader`, `id` and `answer` are needed; `sitting` is 1 unless it says 2; an
 * empty answer is a skipped one.
 * @param at the time of all answers, as the file has none
 * @throws VoxelwiseError bad-table naming the row: an unknown question, an answer that it does not offer, a second answer
 */
export async function sittingsInCsv(file: File, study: Study, at: string): Promise<readonly ReaderSitting[]> {
  const { columns, rows } = await delimitedTable(blobByteFile(file.name, file))
  const lacking = needed.find(name => !columns.includes(name))
  if (lacking !== undefined) throw badTable(file.name, 'the first line', `it has no column "${lacking}"`)
  const byId = new Map(study.questions.map(question => [question.id, question]))
  const hash = await studyHash(study)
  const sittings = new Map<string, { sitting: ReaderSitting; given: Map<string, GivenAnswer> }>()
  for await (const { cells, position } of rows()) {
    const refuse = (why: string) => badTable(file.name, `row ${position + 2}`, why)
    const cell = (name: string) => writtenText(ownValue(cells, name))
    const [code, id, number] = [cell('reader'), cell('id'), cell('sitting') || '1']
    if (code === '' || code.length > longestCode)
      throw refuse(`"reader" has from 1 to ${longestCode} characters`)
    if (number !== '1' && number !== '2') throw refuse('"sitting" is 1 or 2')
    const question = byId.get(id)
    if (!question) throw refuse(`the study has no question "${id}"`)
    const key = JSON.stringify([code, number])
    const one = sittings.get(key) ?? { sitting: begun(hash, code, Number(number), at), given: new Map() }
    if (one.given.has(id)) throw refuse(`this reader has answered "${id}" before`)
    one.given.set(id, givenIn(cell, question, study.confidence, at, refuse))
    sittings.set(key, one)
  }
  return [...sittings.values()].map(({ sitting, given }) => ({ ...sitting, given: [...given.values()] }))
}

const begun = (study: string, code: string, number: number, at: string): ReaderSitting => ({
  ...{ id: crypto.randomUUID(), study, reader: { code }, number },
  ...{ begun: at, ended: at, given: [] },
})

function givenIn(
  cell: (name: string) => string,
  question: StrippedQuestion,
  scale: Study['confidence'],
  at: string,
  refuse: (why: string) => Error,
): GivenAnswer {
  const { id } = question
  const answer = answerTo(question, cell('answer'))
  if (answer === null) throw refuse(`"${cell('answer')}" is no answer that the question "${id}" offers`)
  const confidence = cell('confidence')
  if (confidence !== '' && !(/^\d{1,3}$/.test(confidence) && isOnScale(scale, Number(confidence))))
    throw refuse(`"confidence" is ${confidenceRange(scale)}`)
  const seconds = cell('seconds')
  if (seconds !== '' && !/^\d+(?:\.\d+)?$/.test(seconds)) throw refuse('"seconds" is a number')
  const isAnswered = answer !== ''
  return {
    ...{ id, status: isAnswered ? 'answered' : 'skipped', answer: isAnswered ? answer : null },
    confidence: isAnswered && confidence !== '' ? Number(confidence) : null,
    ...{ seconds: Number(seconds), pausedSeconds: 0, times: 1, at },
  }
}

/** As a press gives it: letters in upper case and in order, yes or no; what is typed as it is. Null of what is not offered. */
function answerTo({ kind, options, reply }: StrippedQuestion, text: string): string | null {
  if (text === '') return ''
  const upper = text.toUpperCase()
  if (reply !== undefined) return isRating(upper) ? upper : null
  const letters: ReadonlySet<string> = new Set(options.map(({ letter }) => letter))
  if (kind === 'choice') return letters.has(upper) ? upper : null
  if (kind === 'yes-no') return upper === 'YES' || upper === 'NO' ? upper.toLowerCase() : null
  if (kind !== 'several') return text
  const chosen = [...upper].filter(letter => !/[\s,;]/.test(letter))
  const isOffered = chosen.length > 0 && chosen.every(letter => letters.has(letter))
  return isOffered && new Set(chosen).size === chosen.length ? chosen.sort().join('') : null
}

const writtenText = (cell: Cell | undefined): string =>
  typeof cell === 'string' ? asWritten(cell.trim()) : ''
