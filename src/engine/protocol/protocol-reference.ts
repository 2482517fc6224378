import type * as v from 'valibot'
import { optional, shape, whole } from '../base/schema.ts'
import { name } from '../base/stored-values.ts'

/** Something that has a name and versions. */
export const referenceSchema = shape({ id: name, version: whole(1, 1_000_000) })

/** A reading of answers, by name and version. */
export type JudgeReference = v.InferOutput<typeof referenceSchema>

/** Which protocol a run follows: stands in its settings, in run.json and in the report. */
export const protocolSchema = shape({
  ...referenceSchema.entries,
  /** Whose reading its answers get, where that is another's than the protocol's own. */
  judge: optional(referenceSchema),
})
export type ProtocolReference = v.InferOutput<typeof protocolSchema>

/** The protocol of runs that were made before runs named theirs. It never changes. */
export const firstProtocol: ProtocolReference = { id: 'medrcube', version: 1 }

/** The protocol of a new run, unless its data set or the user chooses another. */
export const defaultProtocol: ProtocolReference = { id: 'medrcube', version: 1 }
