/** What the page is given of studies and sittings. */
import type { OrderSettings } from '../../../engine/protocol/order.ts'
import type { ProtocolReference } from '../../../engine/protocol/protocol-reference.ts'
import type { ImageCondition } from './image-conditions.ts'
import type { Reader, ReaderSitting } from './sitting.ts'
import type { StrippedQuestion, Study } from './study.ts'

/** What a study is made of. */
export interface StudyForm
  extends Pick<Study, 'seed' | 'ownOrders' | 'confidence' | 'limitSeconds' | 'washoutDays'> {
  /** Which questions of the data set: those of the set-up. */
  readonly only: OrderSettings['only']
  readonly protocol: ProtocolReference
  /** How many of them, in a balanced draw; null for all. */
  readonly most: number | null
  /** What is shown in place of the images; null for themselves. */
  readonly shows: ImageCondition | null
  /** Stated before the first answer; null for none. */
  readonly marginPoints: number | null
  /** Whether some questions outside the study are for practice. */
  readonly hasPractice: boolean
}

/** Who answers, for which time, and under which conditions. */
export type SittingForm = Pick<ReaderSitting, 'reader' | 'number' | 'conditions'>

/** Replies whose reasons are rated, by their runs and the indices of their samples. */
export interface RatingForm extends Pick<Study, 'seed'> {
  readonly replies: readonly { readonly run: string; readonly index: number }[]
}

/** A finished sitting of ratings as labels of the runs in this browser. */
export interface GivenRatings {
  /** As `addMarks` takes them. */
  readonly files: readonly { readonly run: string; readonly file: File }[]
  /** Ratings of runs that are not in this browser. */
  readonly missing: number
}

/** What a study of a form would ask, and what people cannot be asked. */
export interface FormCounts {
  readonly questions: number
  readonly images: number
  /** For practice: fewer than wanted where the study leaves no more. */
  readonly practice: number
  readonly boxes: number
  readonly sameId: number
}

export interface SittingProgress {
  readonly answered: number
  readonly skipped: number
  /** Ended by the time limit. */
  readonly unanswered: number
  readonly left: number
  readonly questions: number
}

export interface DeskSitting extends SittingProgress {
  readonly id: string
  readonly reader: Reader
  readonly number: number
  readonly begun: string
  readonly ended: string | null
}

/** A study on this machine, without its questions. */
export interface DeskStudy
  extends Pick<
    Study,
    | 'name'
    | 'created'
    | 'dataset'
    | 'rates'
    | 'shows'
    | 'confidence'
    | 'limitSeconds'
    | 'washoutDays'
    | 'marginPoints'
  > {
  readonly hash: string
  readonly questions: number
  /** Questions for practice. */
  readonly practice: number
  readonly sittings: readonly DeskSitting[]
}

/** A question on the screen: neither a right answer nor an earlier one of the reader, and no name of a file. */
export interface PersonsQuestion extends Omit<StrippedQuestion, 'images' | 'index'> {
  readonly place: number
  /** How many images it has. */
  readonly images: number
}

/** One of a sitting. */
export interface ShownQuestion extends PersonsQuestion {
  readonly progress: SittingProgress
}

/** Where a question is asked: in a sitting, by its id, or for practice, by the hash of the study. */
export type AskedIn = { readonly sitting: string } | { readonly practice: string }

/** How a sitting asks. */
export interface OpenedSitting extends Pick<Study, 'name' | 'confidence' | 'limitSeconds'> {
  readonly code: string
}

/** The questions for practice, asked as those of the study, without their right answers. */
export interface OpenedPractice extends Pick<Study, 'name' | 'confidence' | 'limitSeconds'> {
  readonly questions: readonly PersonsQuestion[]
}
