import type { ErrorInfo } from '../base/errors.ts'
import type { Verdict } from './protocol.ts'
import { imagesOf, type Letter, type Sample } from './sample.ts'
import type { Display } from './window-policy.ts'

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

export const stops = ['end-token', 'max-new-tokens', 'verdict', 'choices'] as const

export interface Choice {
  /** Of an option; `yes` or `no` where the question has none. */
  readonly letter: Letter
  /** Natural logarithm, all spellings of it summed. */
  readonly logprob: number
  /**
   * Whether it is not among the tokens that a server tells: then `logprob` is the most that any one spelling of it can have.
   * Absent where it is known.
   */
  readonly isBound?: true
}

export const heldFindings = ['kept', 'ignored'] as const

/** What a server told of its answer beside the text and the tokens. */
export interface ServerSaid {
  /** `finish_reason`, as it stands. */
  readonly finish: string
  /** Attempts until it answered. */
  readonly tries: number
  /** Characters that it thought before it answered, which are not in the text; absent where there were none. */
  readonly thoughts?: number
  /** Of the generated tokens those of its thoughts, where it counts them apart. */
  readonly thinkingTokens?: number
  /**
   * Where it was held to the answers that the question offers: whether it kept to one. `ignored`: the text is what it said instead,
   * and is read like a free answer. Absent where it was free.
   */
  readonly held?: (typeof heldFindings)[number]
  /** Images that were sent as PNG because the file is neither PNG nor JPEG, or a probe changed it. */
  readonly reencoded?: number
}

/** What the model said, nothing judged. */
export interface ModelOutput {
  /** Decoded answer text, special tokens left out. */
  readonly text: string
  readonly tokens: {
    readonly prompt: number
    readonly image: number
    readonly reused: number
    readonly generated: number
  }
  /** Why it says no more: `verdict` where further text could not change it, `choices` where none was asked. */
  readonly stop: (typeof stops)[number]
  /** In `choices`: each answer that was offered with the logarithm of its probability among all tokens. */
  readonly choices?: readonly Choice[]
  /** Of a server the whole time is that of decoding: it does not tell the parts. */
  readonly timings: Timings
  /** Where a server answered; `tokens.image` is 0 there, as it does not tell. */
  readonly server?: ServerSaid
}

/** The encoded bytes of an image file, as they were read. */
export interface ImageFile {
  /** SHA-256 (hex). */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** When the file was last changed, in milliseconds since 1970; null where its folder does not tell. */
  readonly modified: number | null
  /** Of a DICOM file: how its values became a picture. */
  readonly display?: Display
}

interface RecordBase {
  readonly run: string
  readonly sample: Sample
  /** The prompt before the chat template, as the official evaluator writes it; in a probe, as it was shown. */
  readonly prompt: string
  /** The image that a probe showed in place of the sample's own: its rooted path. */
  readonly shownImage?: string
  /** The same of the sample's further images. */
  readonly furtherShownImages?: readonly string[]
  /** Of the image that was shown; absent without one, where it could not be read, and in runs of older versions. */
  readonly imageFile?: ImageFile
  /** Of the further images that were shown, in order; absent where there is one at most. */
  readonly furtherImageFiles?: readonly ImageFile[]
  /** As the protocol says: a letter, several, yes or no, a text; empty where nothing is right. */
  readonly rightAnswer: string
}

export interface AnsweredRecord extends RecordBase, Verdict {
  readonly status: 'answered'
  /** The raw answer; null (no answer) is judged as the text `None`, as the protocol says. */
  readonly response: string | null
  /** Absent for records that came from a responses or results file. */
  readonly score?: ModelOutput
}

/** A sample that could not be asked: never counted as an answer. */
export interface FailedRecord extends RecordBase {
  readonly status: 'failed'
  readonly error: ErrorInfo
}

export type RunRecord = AnsweredRecord | FailedRecord

/** Rooted paths of the images that the model was shown, in order: a probe's, or the sample's own. */
export function imagesShownIn({
  sample,
  shownImage,
  furtherShownImages = [],
}: Pick<RunRecord, 'sample' | 'shownImage' | 'furtherShownImages'>): readonly string[] {
  return shownImage === undefined ? imagesOf(sample) : [shownImage, ...furtherShownImages]
}

/** What each of them was read from; empty where that is not known. */
export function imageFilesOf({
  imageFile,
  furtherImageFiles = [],
}: Pick<RunRecord, 'imageFile' | 'furtherImageFiles'>): readonly ImageFile[] {
  return imageFile ? [imageFile, ...furtherImageFiles] : []
}

/** A record as it was stored before answers had kinds: `rightAnswer` and `parsed` could only be letters. */
type Older = Omit<RunRecord, 'rightAnswer' | 'parsed'> & {
  readonly rightLetter: string
  readonly letter?: string
}

/** A stored record under the names of today; one of today as it is. */
export function withNamesOfToday(record: RunRecord | Older): RunRecord {
  if (!('rightLetter' in record)) return record
  const { rightLetter, letter, ...rest } = record
  // What is left out of one name is put under the other.
  return { ...rest, rightAnswer: rightLetter, ...(letter !== undefined && { parsed: letter }) } as RunRecord
}
