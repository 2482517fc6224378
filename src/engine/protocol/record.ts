import * as v from 'valibot'
import {
  boolean,
  list,
  listOf,
  matching,
  notNegative,
  nullable,
  number,
  numberThat,
  oneOf,
  oneShapeOf,
  optional,
  shape,
  whole,
  yes,
} from '../base/schema.ts'
import { errorSchema, hash, longText, name, path, runId, storedCount, tokens } from '../base/stored-values.ts'
import { occlusionSchema } from './occlusion.ts'
import { readingRules, type Verdict } from './reading.ts'
import { listImages, mostImages, sampleSchema } from './sample.ts'
import { displaySchema } from './window-policy.ts'

const verdictSchema = shape({
  parsed: longText,
  correct: boolean,
  rule: optional(oneOf(readingRules)),
  unparsed: optional(longText),
  measured: optional(notNegative),
}) satisfies v.GenericSchema<unknown, Verdict>

/** Milliseconds, measured around the model's own calls. */
const timingsSchema = shape({
  /** Image encoder; 0 where the features were already there. */
  encode: notNegative,
  /** Prefill of the image's shared prefix; 0 where it was already there. */
  prefix: notNegative,
  /** Prefill of the question's own tokens. */
  prefill: notNegative,
  decode: notNegative,
})
export type Timings = v.InferOutput<typeof timingsSchema>

const stops = ['end-token', 'max-new-tokens', 'verdict', 'choices'] as const

/** A sum of many exponentials is right to about this; a letter that no token spells has no probability at all. */
const logprob = numberThat(value => value <= 1e-9, 'the logarithm of a probability: 0 or less')

const choiceSchema = shape({
  /** An option's letter; `yes` or `no` where the question has none. */
  letter: matching(/^(?:[A-Z]|yes|no)$/, 'a letter from A to Z, yes or no'),
  /** Natural logarithm, all spellings of it summed. */
  logprob,
  /** Not among the tokens that a server returns: `logprob` is an upper bound for any spelling of it. */
  isBound: optional(yes),
})
export type Choice = v.InferOutput<typeof choiceSchema>

const heldFindings = ['kept', 'ignored'] as const

/** What a server returned beside the text and the tokens. */
const serverSaidSchema = shape({
  /** `finish_reason`, unchanged. */
  finish: name,
  /** Attempts until it answered. */
  tries: whole(1, 1000),
  /** Characters that it thought before it answered, which are not in the text; absent where there were none. */
  thoughts: optional(storedCount),
  /** Tokens of its thoughts among the generated ones, where it counts them apart. */
  thinkingTokens: optional(tokens),
  /** For constrained answers: whether the server obeyed. An `ignored` text is read like a free answer. */
  held: optional(oneOf(heldFindings)),
  /** Why there is no answer: the model's own words, or that a filter of the server withheld it. */
  refused: optional(longText),
  /** Images that were sent as PNG because the file is neither PNG nor JPEG, or a probe changed it. */
  reencoded: optional(storedCount),
})
export type ServerSaid = v.InferOutput<typeof serverSaidSchema>

/** What a model thought aloud before its answer. */
const thoughtSchema = shape({
  text: longText,
  /** Apart from those of the answer. */
  tokens,
  /** It never ended: there is no answer. */
  isOpen: optional(yes),
})
export type Thought = v.InferOutput<typeof thoughtSchema>

/** The model's answer, without a verdict. */
const outputSchema = shape({
  /** Decoded answer text without special tokens. */
  text: longText,
  tokens: shape({ prompt: tokens, image: tokens, reused: tokens, generated: tokens }),
  /** Why the answer ended: `verdict` if further text could not change it, `choices` if no text was requested. */
  stop: oneOf(stops),
  /** In `choices`: each answer that was offered with the logarithm of its probability among all tokens. */
  choices: optional(list(choiceSchema)),
  /** For a server, all time counts as decoding: it does not report the parts. */
  timings: timingsSchema,
  /** Absent where the model did not think. Of a server only where it did not end; otherwise its length is known. */
  thought: optional(thoughtSchema),
  /** For a server, `tokens.image` is 0, as it does not report it. */
  server: optional(serverSaidSchema),
})
export type ModelOutput = v.InferOutput<typeof outputSchema>

/** The encoded bytes of an image file, as they were read. */
const imageFileSchema = shape({
  /** SHA-256 (hex). */
  sha256: hash,
  /** Bytes. */
  size: whole(0, Number.MAX_SAFE_INTEGER),
  /** Time of the file's last change, in milliseconds since 1970; null if its folder does not report it. */
  modified: nullable(whole(-8.64e15, 8.64e15)),
  /** How the values of a DICOM file became a picture. */
  display: optional(displaySchema),
})
export type ImageFile = v.InferOutput<typeof imageFileSchema>

const recordEntries = {
  run: runId,
  sample: sampleSchema,
  /** The prompt before the chat template, as the official evaluator writes it; in a probe, as it was shown. */
  prompt: longText,
  /** Rooted path of the image that a probe showed instead of the sample's own. */
  shownImage: optional(path),
  /** The same of the sample's further images. */
  furtherShownImages: optional(listOf(path, 1, mostImages)),
  /** The answer that is right for the image that a probe showed instead, where it is another. */
  swappedRight: optional(longText),
  /** File of the image that was shown; absent without one, where it could not be read, and in older runs. */
  imageFile: optional(imageFileSchema),
  /** Files of the further images that were shown, in order; absent where there is one at most. */
  furtherImageFiles: optional(listOf(imageFileSchema, 1, mostImages)),
  /** A person's seconds of reading and of pauses, how often the question was shown, and the choice changed. */
  reading: optional(
    shape({
      ...{ seconds: notNegative, pausedSeconds: notNegative, times: whole(1, 1000) },
      changes: optional(storedCount),
    }),
  ),
  /** As the protocol gives it: a letter, several, yes or no, a text; empty if nothing is right. */
  rightAnswer: longText,
}

const answeredSchema = shape({
  ...recordEntries,
  status: oneOf(['answered']),
  ...verdictSchema.entries,
  /** The raw answer. Null (no answer) is judged as the text `None`, as the protocol requires. */
  response: nullable(longText),
  /** Absent for records that came from a responses or results file. */
  score: optional(outputSchema),
  /** How sure a person is, or a model in a pass that asks it: the reply, and the whole number from 0 to 100 in it. */
  stated: optional(shape({ reply: longText, percent: nullable(whole(0, 100)) })),
  /** The map of a pass that removes blocks of the image. */
  occlusion: optional(occlusionSchema),
})
export type AnsweredRecord = v.InferOutput<typeof answeredSchema>

/** A sample that could not be asked, or whose answer was too long to be judged: never counted as an answer. */
const failedSchema = shape({ ...recordEntries, status: oneOf(['failed']), error: errorSchema })
export type FailedRecord = v.InferOutput<typeof failedSchema>

export const recordSchema = oneShapeOf('status', [answeredSchema, failedSchema])
export type RunRecord = v.InferOutput<typeof recordSchema>

const inPass = { sample: v.lazy(value => (typeof value === 'number' ? number : sampleSchema)) }
/** A record of a pass, which names a sample that the run itself has a record of by its index. */
export const passRecordSchema = oneShapeOf('status', [
  shape({ ...answeredSchema.entries, ...inPass }),
  shape({ ...failedSchema.entries, ...inPass }),
])
export type PassRecord = v.InferOutput<typeof passRecordSchema>

/** Whether its answer reached the limit of new tokens (or the end of the context), so that the rest is missing. */
export const isCut = (record: RunRecord): boolean =>
  record.status === 'answered' && record.score?.stop === 'max-new-tokens'

/**
 * Whether no answer could be read from its reply, so that it counts as wrong. An official rule may accept a reply in
 * which it reads nothing: that one was read.
 */
export const isUnread = (record: RunRecord): boolean =>
  record.status === 'answered' && !record.correct && (record.unparsed !== undefined || record.parsed === '')

/** Rooted paths of the images that the model was shown, in order: a probe's, or the sample's own. */
export function imagesShownIn({
  sample,
  shownImage,
  furtherShownImages = [],
}: Pick<RunRecord, 'sample' | 'shownImage' | 'furtherShownImages'>): readonly string[] {
  return shownImage === undefined ? listImages(sample) : [shownImage, ...furtherShownImages]
}

/** What each of them was read from; empty where that is not known. */
export function listImageFiles({
  imageFile,
  furtherImageFiles = [],
}: Pick<RunRecord, 'imageFile' | 'furtherImageFiles'>): readonly ImageFile[] {
  return imageFile ? [imageFile, ...furtherImageFiles] : []
}
