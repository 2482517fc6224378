import type { JsonObject } from '../base/json.ts'
import type { ProtocolReference } from './protocol-reference.ts'

/** What names an option: one of its protocol's letters. */
export type Letter = string
/** A letter, or the empty string where there is none. */
export type LetterOrNone = Letter | ''

/** The fields that every MedRCube sample has; whatever else it has is carried through. */
export interface Sample {
  /** Position in the data set's own order, from 0: the key of its record. */
  readonly index: number
  /**
   * The benchmark's own fields, untouched but for `image_path`, which is rooted: it begins with the picked
   * folder's own name and is normalised, as the official evaluator writes it.
   */
  readonly fields: JsonObject
  /** Rooted path of the image, or of the first of several; null for a text-only question. */
  readonly image: string | null
  /** Of the others, in the order in which the question speaks of them; absent where there is one at most. */
  readonly furtherImages?: readonly string[]
  /** Rooted path of the `test.json` it came from. */
  readonly file: string
}

/** Every image of a sample, in order. */
export function imagesOf({
  image,
  furtherImages = [],
}: {
  readonly image: string | null
  readonly furtherImages?: readonly string[] | undefined
}): readonly string[] {
  return image === null ? [] : [image, ...furtherImages]
}

/** One text for a list of images: of a single one its path. */
export function imagesKey(images: readonly string[]): string {
  return images.length === 1 ? (images[0] ?? '') : JSON.stringify(images)
}

/** Of the sample that has most. */
export function maxImages(samples: readonly Pick<Sample, 'image' | 'furtherImages'>[]): number {
  return samples.reduce((most, sample) => Math.max(most, imagesOf(sample).length), 0)
}

/** MedRCube's own reasons, which its `load.json` counts. */
export const officialSkipReasons = ['missing_image', 'missing_required_fields', 'missing_options'] as const
/** Further reasons to leave out a row of a mapped data set. */
export const mappedSkipReasons = [
  'missing_answer',
  'answer_not_an_option',
  'unreadable_options',
  'text_only',
] as const
export type OfficialSkipReason = (typeof officialSkipReasons)[number]
export type MappedSkipReason = (typeof mappedSkipReasons)[number]
export type SkipReason = OfficialSkipReason | MappedSkipReason

/** A sample that was not loaded, and why. */
export interface Skipped {
  readonly reason: SkipReason
  /** Rooted path of the `test.json`, and the position in its array. */
  readonly file: string
  readonly position: number
  /** The field or the path at fault. */
  readonly subject: string
  readonly fields: JsonObject
}

export const findingKinds = [
  'answer-not-an-option',
  'equal-options',
  'single-option',
  'duplicate-id',
  'unlabelled-axis',
  'path-outside-folder',
  'path-not-text',
  'missing-placeholder-image',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** Something odd about a loaded (or skipped) sample that the user should know; it never changes a figure. */
export interface Finding {
  readonly kind: FindingKind
  /** Index of the loaded sample, or null where the sample was skipped. */
  readonly index: number | null
  readonly file: string
  readonly position: number
  readonly subject: string
}

/** A `test.json` that could not be read at all. */
export interface BadFile {
  readonly file: string
  readonly error: import('../base/errors.ts').ErrorInfo
}

export interface LoadedDataset {
  /** The picked folder's own name. */
  readonly name: string
  /** Id of the format that its files are in. */
  readonly format: string
  /** What its samples follow. */
  readonly protocol: ProtocolReference
  readonly samples: readonly Sample[]
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  readonly badFiles: readonly BadFile[]
  /** SHA-256 (hex) over every test.json's rooted path and bytes, in order: identifies the folder. */
  readonly fingerprint: string
}

/**
 * How many samples were loaded and how many were not. Of the reasons that MedRCube does not have, only those that
 * occurred.
 */
export interface LoadCounts {
  readonly total: number
  readonly loaded: number
  readonly skipped: Readonly<Record<OfficialSkipReason, number> & Partial<Record<MappedSkipReason, number>>>
}

/** The sample's place in the competency cube: fields of its own. */
export const axes = ['task', 'modality', 'parts'] as const
export type Axis = (typeof axes)[number]
