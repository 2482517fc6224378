/** Files besides run.json that become runs: one line each, by name. */
export { toolLogs as logs } from '../features/logs/data/import.ts'
export { readerAnswers as readers } from '../features/readers/data/import-answers.ts'
export { shardFiles as shards } from '../features/shards/data/import.ts'
