/** What features bring to the reading of files: one line each. */
import { answerColumnsCsv, answersCsv, findingsCsv } from '../features/diagnostics/data/answers-csv.ts'
import { headerQuestions } from '../features/headers/data/header-questions.ts'
import { toolLogs } from '../features/logs/data/import.ts'
import { readerAnswers } from '../features/readers/data/import-answers.ts'
import { shardFiles } from '../features/shards/data/import.ts'
import type { StoredRuns } from './export/stored-runs.ts'
import type { ImportKind } from './formats/import-kind.ts'
import type { QuestionDeriver } from './questions/question-deriver.ts'

/** Files besides run.json that become runs; the first kind that recognises them reads them. */
export const importKinds: readonly ImportKind[] = [readerAnswers, toolLogs, shardFiles]

/** Files of a stored run that features write, as text in parts. */
export const featureWriters = {
  'answers.csv': answersCsv,
  'findings.csv': findingsCsv,
  'answers-columns.csv': answerColumnsCsv,
} as const satisfies Readonly<Record<string, (store: StoredRuns, run: string) => AsyncIterable<string>>>

/** Makes questions about files that come without any; null where nothing does. */
export const questionDeriver: QuestionDeriver | null = headerQuestions
