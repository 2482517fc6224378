/** Tables of a private data set whose names and unused columns are canaries. */
import type { FolderSource } from '../../../src/data/sources/source.ts'
import { memorySource } from './memory-source.ts'
import { pngBytes } from './png-bytes.ts'

const columns = ['id', 'image', 'question', 'A', 'B', 'answer', 'patient_id', 'patient_name', 'notes']

const row = (n: number): string =>
  [
    n,
    `SMITH/CANARY${n}.png`,
    `What is ${n}?`,
    `a lung ${n}`,
    `a heart ${n}`,
    'A',
    `SMITH ${n % 3}`,
    'SMITH',
    'CANARY',
  ].join(',')

export const privateRows = Array.from({ length: 12 }, (_, i) => row(i + 1))

export const privateTable = (): FolderSource =>
  memorySource('CANARY', {
    'CANARY table.csv': [columns.join(','), ...privateRows].join('\n'),
    ...Object.fromEntries(privateRows.map((_, i) => [`SMITH/CANARY${i + 1}.png`, pngBytes])),
  })

/** Questions and their answers in two tables. */
export const joinedPrivateTables = (): FolderSource =>
  memorySource('CANARY', {
    'CANARY questions.csv': [
      'qid,question,A,B,image,SMITH column',
      ...privateRows.map((_, i) => `q${i},What is ${i}?,a lung,a heart,CANARY${i}.png,CANARY`),
    ].join('\n'),
    'SMITH answers.csv': ['qid,answer', ...privateRows.map((_, i) => `q${i},${'AB'.charAt(i % 2)}`)].join(
      '\n',
    ),
    ...Object.fromEntries(privateRows.map((_, i) => [`SMITH/CANARY${i}.png`, pngBytes])),
  })
