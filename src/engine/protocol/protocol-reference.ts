import type * as v from 'valibot'
import { optional, shape, whole } from '../base/schema.ts'
import { name } from '../base/stored-values.ts'

/** Something that has a name and versions. */
export const referenceSchema = shape({ id: name, version: whole(1, 1_000_000) })

/** A reading of answers, by name and version. */
export type JudgeReference = v.InferOutput<typeof referenceSchema>

/** The protocol of a run, as in its settings, in run.json and in the report. */
export const protocolSchema = shape({
  ...referenceSchema.entries,
  /** The tool whose reading its answers get, if not the protocol's own. */
  judge: optional(referenceSchema),
})
export type ProtocolReference = v.InferOutput<typeof protocolSchema>

/** The highest version of something by its name, in whatever order they are listed; undefined where there is none. */
export const newestOf = <T extends JudgeReference>(all: readonly T[], id: string): T | undefined =>
  all
    .filter(one => one.id === id)
    .reduce<T | undefined>((a, b) => (a && a.version > b.version ? a : b), undefined)

/** The protocol of runs from before protocols were recorded, and until a data set is open. It never changes. */
export const firstProtocol: ProtocolReference = { id: 'medrcube', version: 1 }
