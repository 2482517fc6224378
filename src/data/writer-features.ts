/** What writes the files of `file-features.ts`: one line each, by name. */
export { answerWriters } from '../features/diagnostics/data/answers-csv.ts'
export { toolWriters } from '../features/logs/data/writing/tool-writers.ts'
