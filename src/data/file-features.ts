/** Files that a stored run can be saved as, in words: one line each, by name. */
export { answerFiles } from '../features/diagnostics/data/answer-files.ts'
export { toolFiles } from '../features/logs/data/tool-files.ts'
