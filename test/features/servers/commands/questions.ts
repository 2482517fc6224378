/** Questions of text alone, and checks of what was answered to them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRunText } from '../../../unit/support/read-run.ts'

/** Four options each; anyone who went to school knows what is right. */
const questions = [
  ['Which organ pumps blood through the body?', 'heart', 'liver', 'stomach', 'skin'],
  ['Which organ do people think with?', 'kidney', 'brain', 'bladder', 'spleen'],
  ['What do lungs take in?', 'bone', 'oil', 'air', 'stone'],
  ['Which of these is a bone?', 'artery', 'vein', 'nerve', 'femur'],
  ['Which picture of the body is made with magnets?', 'MRI', 'X-ray', 'ECG', 'photograph'],
  ['How many hearts has a human?', 'two', 'one', 'three', 'four'],
  ['Where is the liver?', 'in the foot', 'in the hand', 'in the abdomen', 'in the ear'],
  ['Which of these is a joint?', 'iris', 'aorta', 'retina', 'knee'],
] as const
const right = ['A', 'B', 'C', 'D', 'A', 'B', 'C', 'D']

export function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Not so: ${what}`)
  console.log(`ok: ${what}`)
}

/** @returns the file of questions with options */
export function writeQuestions(folder: string): string {
  const rows = questions.map(([question, A, B, C, D], i) => ({ question, A, B, C, D, answer: right[i] }))
  const file = join(folder, 'questions.jsonl')
  writeFileSync(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  return file
}

/** Questions with their right answers, for answers in words. */
export const openQuestions = questions.map(([question, ...options], i) => {
  return [question, options['ABCD'.indexOf(right[i] ?? '')] ?? ''] as const
})

/** Every question has an answer, which is printed. @param path of a run.json */
export async function showAnswers(path: string, what: string): Promise<void> {
  const { run, records } = await readRunText(readFileSync(path, 'utf8'))
  must(run.state === 'done' && records.length === questions.length, `${what}: every question has a record`)
  for (const record of records) {
    if (record.status === 'failed') throw new Error(record.error.message)
    const { response, score, correct } = record
    const shares = score?.choices?.map(
      ({ letter, logprob, isBound }) => `${letter} ${isBound ? '≤ ' : ''}${Math.exp(logprob).toFixed(4)}`,
    )
    console.log(
      `   ${correct ? 'right' : 'wrong'}  ${JSON.stringify(response)}${shares ? `: ${shares.join(', ')}` : ''}`,
    )
  }
}
