import type { Json } from '@voxelwise/python'
import type { JudgedFieldsRow } from '../../engine/analysis/judged-rows.ts'
import type { Shares } from '../../engine/analysis/shares.ts'
import type { UnreadCount } from '../../engine/analysis/unread.ts'
import type { Io } from './command.ts'
import type { CommandOption } from './options.ts'

/** What `score` knows of the answers. */
interface AnswersOfScore {
  readonly rows: readonly JudgedFieldsRow[]
  readonly shares: Shares<JudgedFieldsRow>
  readonly unread: UnreadCount | null
  readField(row: JudgedFieldsRow, field: string): Json | undefined
}

/** A check that is ready: what it needs of each record, and its work. */
interface PreparedCheck {
  readonly fields: readonly string[]
  /** Prints what it found. @returns the command's exit code */
  check(answers: AnswersOfScore, io: Io): Promise<number>
}

/** A check of the figures that a feature adds to `score`, with its options. */
export interface ScoreCheck {
  readonly options: readonly CommandOption[]
  /** @param args of the command, its own options among them */
  prepare(args: Readonly<Record<string, unknown>>): Promise<PreparedCheck>
}

/** The checks that a command line asks for. */
export const preparedChecks = (
  checks: readonly ScoreCheck[],
  args: Readonly<Record<string, unknown>>,
): Promise<readonly PreparedCheck[]> => Promise.all(checks.map(check => check.prepare(args)))
