/** What a run's accuracy would be if the open answers were known. */
import { type DiagnosedRow, readingState } from './finding-answers.ts'
import { type OpenBounds, type QuestionFlow, questionFlow } from './unread-bounds.ts'

export interface OpenAccuracy extends OpenBounds {
  readonly flow: QuestionFlow
  /** Questions that failed, and answers that were cut or could not be read. */
  readonly open: number
}

type CountedRow = Pick<DiagnosedRow, 'verdict' | 'isUnparsed' | 'isCut'>

/** Over all questions that were asked, failed ones included: null of none. */
export function openAccuracy(rows: readonly CountedRow[]): OpenAccuracy {
  const answered = rows
    .filter(({ verdict }) => verdict !== 'failed')
    .map(row => ({ isRight: row.verdict === 'correct', reading: readingState(row) }))
  const flow = questionFlow(answered, rows.length - answered.length)
  const known = answered.filter(({ isRight, reading }) => isRight && reading === 'read').length
  const open = flow.failed + flow.unread + flow.cut
  const shareRight = (right: number): number | null => (flow.asked === 0 ? null : right / flow.asked)
  return { flow, open, allWrong: shareRight(known), allRight: shareRight(known + open) }
}
