import type * as v from 'valibot'
import { jsonObject, notNegative, nullable, oneOf, optional, shape } from '../base/schema.ts'
import { count, hash, longText, name, path } from '../base/stored-values.ts'
import { elsewhereSchema } from './elsewhere.ts'
import { loadCountsSchema } from './sample.ts'
import { serverSchema } from './server-info.ts'

/** Where the files come from; enough to find them again, or to ask for them by name. */
export const sourceKinds = ['bundled', 'directory', 'files', 'served', 'server'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Who made the mapping: this project, nobody (a guess), or the user. */
export const mappingOrigins = ['preset', 'guess', 'file'] as const
export type MappingOrigin = (typeof mappingOrigins)[number]

/** How the rows of tables became samples. */
const readingSchema = shape({
  origin: oneOf(mappingOrigins),
  /** The mapping as JSON (docs/mappings.md). */
  document: jsonObject,
  /** The split that was asked for; null where test, else validation, else all was taken. */
  split: nullable(name),
})
export type DatasetReading = v.InferOutput<typeof readingSchema>

export const datasetSchema = shape({
  name,
  source: oneOf(sourceKinds),
  fingerprint: hash,
  counts: loadCountsSchema,
  /** Absent where the format needs no mapping, as MedRCube's. */
  mapping: optional(readingSchema),
})
export type DatasetInfo = v.InferOutput<typeof datasetSchema>

/** What a precision of a model answered otherwise than PyTorch, as its exporter measured on the same questions. */
const agreementSchema = shape({
  questions: count,
  /** Questions whose most probable option letter was another one. */
  lettersChanged: count,
  /** Largest difference of a logit at the answer position. */
  logits: notNegative,
  /** What it was compared with, in words. */
  reference: path,
})
export type Agreement = v.InferOutput<typeof agreementSchema>

export const modelSchema = shape({
  name,
  source: oneOf(sourceKinds),
  /** `model_type` of config.json; of a server which one it is. */
  family: name,
  /**
   * SHA-256 (hex) over the configuration files and every weight file's name, size and bytes read; of a server over what it
   * says of itself and the model.
   */
  fingerprint: hash,
  /** What it answers otherwise than in PyTorch; absent where nothing is known, and in runs of older versions. */
  departure: optional(longText),
  /** Of the precision that is run; absent where it was not measured, and in runs of older versions. */
  agreement: optional(agreementSchema),
  /** Where a server answers instead of the page: then its pixels are prepared there. */
  server: optional(serverSchema),
  /** Where another tool asked it: then nothing is known of its precision and device. */
  elsewhere: optional(elsewhereSchema),
})
export type ModelInfo = v.InferOutput<typeof modelSchema>
