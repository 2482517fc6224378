/** The demo's samples, and its answers beside those that the reference implementations gave (test/golden/phantom-vlm). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import { demoDataset } from './folders.ts'

interface Item {
  readonly id: string
  readonly image_path: string
  readonly question: string
}

interface Answer extends Item {
  readonly text: string
}

/** The bundled samples in the data set's order: folders by code point, then as they stand in the file. */
export const demoSamples: readonly Item[] = readdirSync(demoDataset, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
  .flatMap(folder =>
    JSON.parse(readFileSync(join(demoDataset, folder, 'test.json'), 'utf8')).map((item: Item) => ({
      ...item,
      image_path: `phantom-cube/${folder}/${item.image_path}`,
    })),
  )

/** Prints which answers differ. @param file of the reference's @returns how many */
export function differentAnswers(records: readonly RunRecord[], file: string): number {
  const answers: readonly Answer[] = JSON.parse(readFileSync(join('test/golden/phantom-vlm', file), 'utf8'))
  const questionKey = ({ id, question }: Pick<Item, 'id' | 'question'>) => `${id}|${question}`
  const texts = new Map(answers.map(answer => [questionKey(answer), answer]))
  const different = records.flatMap(record => {
    const { id, question } = demoSamples[record.sample.index] ?? { id: '', question: '' }
    const answer = texts.get(questionKey({ id, question }))
    if (answer && answer.image_path === record.sample.image && agrees(record, answer.text)) return []
    const ours = record.status === 'answered' ? record.response : record.error.code
    return [{ id, question, ours, reference: answer?.text }]
  })
  if (different.length > 0) console.table(different)
  return different.length
}

/** An answer may be cut where its verdict was certain. */
function agrees(record: RunRecord, text: string): boolean {
  if (record.status === 'failed' || record.response === null) return false
  return record.score?.stop === 'verdict' ? text.startsWith(record.response) : record.response === text
}
