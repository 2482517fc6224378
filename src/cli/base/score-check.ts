import type { Shares } from '../../engine/analysis/shares.ts'
import type { JudgedFieldsRow } from '../../engine/analysis/judged-rows.ts'
import type { UnreadCount } from '../../engine/analysis/unread.ts'
import type { Json } from '../../engine/base/json.ts'
import type { Io } from './command.ts'
import type { CommandOption } from './options.ts'

/** What `score` knows of the answers. */
export interface AnswersOfScore {
  readonly rows: readonly JudgedFieldsRow[]
  readonly shares: Shares<JudgedFieldsRow>
  readonly unread: UnreadCount | null
  fieldOf(row: JudgedFieldsRow, field: string): Json | undefined
}

/** A check that is ready: what it needs of each record, and its work. */
export interface PreparedCheck {
  readonly fields: readonly string[]
  /** Prints what it found. @returns the command's exit code */
  check(answers: AnswersOfScore, io: Io): Promise<number>
}

/** A check of the figures that a feature adds to `score`, with its option. */
export interface ScoreCheck {
  readonly option: CommandOption
  /** @param file what the option names; undefined where it is not given */
  prepare(file: string | undefined): Promise<PreparedCheck>
}
