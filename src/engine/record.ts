import type { ErrorInfo } from './errors.ts'
import type { LetterOrNone, Sample } from './sample.ts'

/** Milliseconds, measured around the model's own calls. */
export interface Timings {
  /** Image encoder; 0 where the features were already there. */
  readonly encode: number
  /** Prefill of the image's shared prefix; 0 where it was already there. */
  readonly prefix: number
  /** Prefill of the question's own tokens. */
  readonly prefill: number
  readonly decode: number
}

/** What the model said, nothing judged. */
export interface Score {
  /** Decoded answer text, special tokens left out. */
  readonly text: string
  readonly tokens: {
    readonly prompt: number
    readonly image: number
    readonly reused: number
    readonly generated: number
  }
  readonly stop: 'end-token' | 'max-new-tokens'
  readonly timings: Timings
}

interface RecordBase {
  readonly run: string
  readonly sample: Sample
  /** The prompt before the chat template, as the official evaluator writes it. */
  readonly prompt: string
  readonly rightLetter: LetterOrNone
}

export interface AnsweredRecord extends RecordBase {
  readonly status: 'answered'
  /** The raw answer; null (no answer) is judged as the text `None`, as the protocol says. */
  readonly response: string | null
  /** The letter that was read from the answer. */
  readonly letter: LetterOrNone
  readonly correct: boolean
  /** Absent for records that came from a responses or results file. */
  readonly score?: Score
}

/** A sample that could not be asked: never counted as an answer. */
export interface FailedRecord extends RecordBase {
  readonly status: 'failed'
  readonly error: ErrorInfo
}

export type RunRecord = AnsweredRecord | FailedRecord
