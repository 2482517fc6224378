import { isJsonArray, isJsonObject, isNumberText, type MaybeJson } from '@voxelwise/python'
import * as v from 'valibot'
import { jsonObject, listOf, nullable, oneOf, optional, shape } from '../base/schema.ts'
import { errorSchema, longestPath, longestText, longText, path, storedCount } from '../base/stored-values.ts'
import type { ProtocolReference } from './protocol-reference.ts'

/** What names an option: one of its protocol's letters. */
export type Letter = string
/** A letter, or the empty string where there is none. */
export type LetterOrNone = Letter | ''

/** Images of one question: more than any model's context would hold. */
export const mostImages = 1000

/** Fields that are shown, sorted and filtered by as they are. */
const labels = ['id', 'task', 'modality', 'parts', 'dataset'] as const

/** The benchmark's own fields: whatever they are, but of a size that a page can show. */
const fieldsSchema = v.pipe(
  jsonObject,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const input = dataset.value
    const long = labels.find(
      label => Object.hasOwn(input, label) && countCharacters(input[label]) > longestPath,
    )
    if (long !== undefined)
      addIssue({
        message: `at most ${longestPath} characters (it has ${countCharacters(input[long])})`,
        path: [{ type: 'object', origin: 'value', input, key: long, value: input[long] }],
      })
    const size = countCharacters(input)
    if (size > longestText) addIssue({ message: `at most ${longestText} characters in all (it has ${size})` })
  }),
)

/** Characters of a value's texts and keys; anything else counts for one. */
function countCharacters(value: MaybeJson): number {
  if (typeof value === 'string') return value.length
  if (isNumberText(value)) return value.$number.length
  if (isJsonArray(value)) return value.reduce<number>((sum, item) => sum + countCharacters(item), 1)
  if (!isJsonObject(value)) return 1
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length + countCharacters(item), 1)
}

/** A question of a data set with its images, of any format. */
export const sampleSchema = shape({
  /** Position in the data set's own order, from 0: the key of its record. */
  index: storedCount,
  /**
   * MedRCube's own fields, untouched but for `image_path`, which is rooted: it begins with the picked folder's own
   * name and is normalised, as the official evaluator writes it. Of mapped samples `MappedFields`.
   */
  fields: fieldsSchema,
  /** Rooted path of the image, or of the first of several; null for a text-only question. */
  image: nullable(path),
  /** Paths of the other images, in the order in which the question speaks of them; absent where there are none. */
  furtherImages: optional(listOf(path, 1, mostImages)),
  /** Rooted path of the file it came from. */
  file: path,
})
export type Sample = v.InferOutput<typeof sampleSchema>

/** Every image of a sample, in order. */
export function listImages({
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

/** How many images the sample with most of them has. */
export function maxImages(samples: readonly Pick<Sample, 'image' | 'furtherImages'>[]): number {
  return samples.reduce((most, sample) => Math.max(most, listImages(sample).length), 0)
}

/** MedRCube's own reasons, which its `load.json` counts. */
const officialSkipReasons = ['missing_image', 'missing_required_fields', 'missing_options'] as const
/** Further reasons to leave out a row of a mapped data set. */
export const mappedSkipReasons = [
  'missing_answer',
  'answer_not_an_option',
  'unreadable_options',
  'unreadable_answer',
  'text_only',
  'cancelled',
] as const
type OfficialSkipReason = (typeof officialSkipReasons)[number]
type MappedSkipReason = (typeof mappedSkipReasons)[number]
export type SkipReason = OfficialSkipReason | MappedSkipReason

/** A sample that was not loaded, and why. */
export const skippedSchema = shape({
  reason: oneOf([...officialSkipReasons, ...mappedSkipReasons]),
  /** Rooted path of its file, and the position there, from 0. */
  file: path,
  position: storedCount,
  /** The field or the path at fault. */
  subject: longText,
  fields: fieldsSchema,
})
export type Skipped = v.InferOutput<typeof skippedSchema>

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
export const findingSchema = shape({
  kind: oneOf(findingKinds),
  /** Index of the loaded sample, or null where the sample was skipped. */
  index: nullable(storedCount),
  file: path,
  position: storedCount,
  subject: longText,
})
export type Finding = v.InferOutput<typeof findingSchema>

/** A file of samples that could not be read, or not to its end. */
export const badFileSchema = shape({ file: path, error: errorSchema })
export type BadFile = v.InferOutput<typeof badFileSchema>

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
  /** SHA-256 (hex) over what its format read of the folder: identifies the questions. */
  readonly fingerprint: string
}

/** How many samples were loaded and how many were not. Of mapped reasons, only those that occurred. */
export const loadCountsSchema = shape({
  total: storedCount,
  loaded: storedCount,
  skipped: shape({
    missing_image: storedCount,
    missing_required_fields: storedCount,
    missing_options: storedCount,
    missing_answer: optional(storedCount),
    answer_not_an_option: optional(storedCount),
    unreadable_options: optional(storedCount),
    unreadable_answer: optional(storedCount),
    text_only: optional(storedCount),
    cancelled: optional(storedCount),
  } satisfies Record<SkipReason, object>),
})
export type LoadCounts = v.InferOutput<typeof loadCountsSchema>

/** The sample's place in the competency cube: fields of its own. */
export const axes = ['task', 'modality', 'parts'] as const
export type Axis = (typeof axes)[number]
