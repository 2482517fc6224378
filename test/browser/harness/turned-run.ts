/** Runs as other models would have made them: copies of a real one with some of its verdicts turned. */
import type { Page } from 'playwright-core'
import { type RunFile, serializeRun } from '../../../src/data/export/run-file.ts'
import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'

/**
 * Imports a copy of a run, and shows its results.
 * @param every which verdicts are turned: of each such number of records the first
 * @returns the copy
 */
export async function importTurned(
  page: Page,
  original: RunFile,
  id: string,
  every: number,
): Promise<RunFile> {
  const turned: RunFile = {
    ...original,
    run: { ...original.run, id, name: `Turned every ${every}` },
    records: original.records.map((record, i) => {
      const own = { ...record, run: id }
      return own.status === 'answered' && i % every === 0 ? turnedAnswer(own) : own
    }),
  }
  const buffer = Buffer.from([...serializeRun(turned)].join(''))
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page
    .getByTestId('import-input')
    .setInputFiles({ name: `${id}.json`, mimeType: 'application/json', buffer })
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  return turned
}

/** A right answer where the record has a wrong one, and a wrong one where it is right. */
function turnedAnswer({ score, ...record }: AnsweredRecord): AnsweredRecord {
  const { correct, rightAnswer } = record
  const letter = correct ? (rightAnswer === 'A' ? 'B' : 'A') : rightAnswer
  const said = { response: letter, parsed: letter, correct: !correct }
  return { ...record, ...said, ...(score && { score: { ...score, text: letter } }) }
}
