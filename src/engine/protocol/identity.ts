import type * as v from 'valibot'
import {
  jsonObject,
  listOf,
  matching,
  notNegative,
  nullable,
  oneOf,
  optional,
  shape,
  whole,
  yes,
} from '../base/schema.ts'
import { hash, longText, name, path, seed, storedCount } from '../base/stored-values.ts'
import { elsewhereSchema } from './elsewhere.ts'
import { readerSchema } from './reader.ts'
import { loadCountsSchema } from './sample.ts'
import { serverSchema } from './server-info.ts'

/** Where the files come from; enough to find them again, or to ask for them by name. */
const sourceKinds = ['bundled', 'directory', 'files', 'served', 'server'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Who made the mapping: this project, nobody (a guess), or the user. */
const mappingOrigins = ['preset', 'guess', 'file'] as const
export type MappingOrigin = (typeof mappingOrigins)[number]

/** How the rows of tables became samples. */
const readingSchema = shape({
  origin: oneOf(mappingOrigins),
  /** The mapping as JSON (docs/mappings.md). */
  document: jsonObject,
  /** The requested split; null if test, else validation, else everything was read. */
  split: nullable(name),
  /** The split whose rows were read, as its file or a column calls it; null if all were; absent in runs of older versions. */
  read: optional(nullable(name)),
})

const derivedSchema = shape({
  rules: name,
  seed,
  keepUnmarked: optional(yes),
  codedRegions: optional(yes),
  labelsOnSlices: optional(yes),
})

export const datasetSchema = shape({
  name,
  source: oneOf(sourceKinds),
  fingerprint: hash,
  counts: loadCountsSchema,
  /** Absent where the format needs no mapping, as MedRCube's. */
  mapping: optional(readingSchema),
  /** How questions were derived from the headers of DICOM files; absent if they were read. */
  derived: optional(derivedSchema),
  /** Salted names stand in place of the names of its files. */
  salted: optional(yes),
  /** Columns of a private data set that no question needs and that its records hold on purpose. */
  keptColumns: optional(listOf(name, 1, 4096)),
  /** Which slices a question has of a volume where it names none: how many, along which axis. */
  slices: optional(
    matching(/^[1-9]\d{0,2}(?::(?:sagittal|coronal|axial))?$/, 'a number of slices, perhaps with an axis'),
  ),
})
export type DatasetInfo = v.InferOutput<typeof datasetSchema>

/** Differences of a precision from PyTorch, as its exporter measured them on the same questions. */
const agreementSchema = shape({
  questions: storedCount,
  /** Questions whose most probable option letter changed. */
  lettersChanged: storedCount,
  /** Largest difference of a logit at the answer position. */
  logits: notNegative,
  reference: path,
})
export type Agreement = v.InferOutput<typeof agreementSchema>

export const adapterSchema = shape({
  /** The model on which it was trained, as its own file names it. */
  base: longText,
  rank: storedCount,
  alpha: notNegative,
  /** How many of the model's tensors it changes. */
  changes: storedCount,
})
/** A LoRA adapter that is merged into a checkpoint. */
export type AdapterFacts = v.InferOutput<typeof adapterSchema>

/** Bytes or parameters: of models, far more than there can be samples. */
const largeCount = whole(0, Number.MAX_SAFE_INTEGER)

export const modelSchema = shape({
  name,
  source: oneOf(sourceKinds),
  /** `model_type` of config.json; of a server which one it is. */
  family: name,
  /** SHA-256 (hex) over configuration and pieces of the weights; of a server over its description. */
  fingerprint: hash,
  /**
   * SHA-256 (hex) of the user's files of weights, whole; of a checkpoint in older runs over the graphs written for it, too.
   * Absent before the first load, of a server, and in runs of still older versions.
   */
  weights: optional(hash),
  /** Counted in its graph; absent where that is not possible, and in runs of older versions. */
  parameters: optional(largeCount),
  /** Bytes of its files in the precision that is run; absent of a server, and in runs of older versions. */
  size: optional(largeCount),
  /** Bytes that one copy was expected to need on the run's device; absent where that is not known, and in runs of older versions. */
  memory: optional(largeCount),
  /** The LoRA adapter that was merged into it, which its name and its fingerprint contain, too; absent where it has none. */
  adapter: optional(adapterSchema),
  /** Known differences from PyTorch; absent if none, and in runs of older versions. */
  departure: optional(longText),
  /** Agreement of the precision that is run; absent where it was not measured, and in runs of older versions. */
  agreement: optional(agreementSchema),
  /** Where a server answers instead of the page: then its pixels are prepared there. */
  server: optional(serverSchema),
  /** Where another tool asked it: then nothing is known of its precision and device. */
  elsewhere: optional(elsewhereSchema),
  /** Where a person answers in place of a model. */
  reader: optional(readerSchema),
})
export type ModelInfo = v.InferOutput<typeof modelSchema>

/** Whether this page asked a model: not another tool, and no person. */
export const isAskedHere = ({ elsewhere, reader }: Pick<ModelInfo, 'elsewhere' | 'reader'>): boolean =>
  !elsewhere && !reader
