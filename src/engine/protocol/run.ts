import type * as v from 'valibot'
import { list, listOf, notNegative, nullable, oneOf, optional, shape, whole } from '../base/schema.ts'
import { errorSchema, hash, isoDate, name, path, runId, storedCount, title } from '../base/stored-values.ts'
import { deviceTestSchema, driftSchema } from './device-test.ts'
import { eventsSchema } from './events.ts'
import { datasetSchema, modelSchema } from './identity.ts'
import { judgingSchema, ratingsSchema } from './judging.ts'
import { mergedSchema } from './merged.ts'
import type { Probe } from './probe.ts'
import { remarksSchema } from './remarks.ts'
import { settingsSchema } from './settings.ts'
import { sizePlanSchema } from './size-plan.ts'
import { tagsSchema } from './tags.ts'

/** Where a run was made: shown, exported, and never part of a figure. */
const environmentSchema = shape({
  app: name,
  transformers: name,
  onnxruntime: name,
  /** Our matrix kernel in ONNX Runtime's WebAssembly (`build/kernel`); absent for its own, and in older runs. */
  kernel: optional(oneOf(['6x8'])),
  /**
   * SHA-256 (hex) of the graphs that a version wrote for a checkpoint, for each version that answered; absent of other models,
   * and in older runs.
   */
  graphs: optional(listOf(hash, 1, 50)),
  userAgent: path,
  /** Threads of one copy of the model. */
  threads: whole(1, 10_000),
  /** Maximum number of model copies, or of parallel server requests, that share the questions; absent for one. */
  copies: optional(whole(1, 10_000)),
  /** What ran the model: absent where a browser did. `onnxruntime` is then the version of ONNX Runtime for Node. */
  runtime: optional(oneOf(['node'])),
  /** The WebGPU adapter, as the browser describes it; null on WASM, and in Node, which does not report it. */
  adapter: nullable(path),
  /** The adapter's numbers compared with a reference; absent where that was not possible, and elsewhere. */
  deviceTest: optional(deviceTestSchema),
  /** Answers of the adapter compared with another device during the run; absent where none was. */
  drift: optional(driftSchema),
})
export type Environment = v.InferOutput<typeof environmentSchema>

/** idle → running ⇄ paused → done | failed; `running` in the store without a live worker means interrupted. */
const runStates = ['running', 'paused', 'done', 'failed'] as const

/** The run repeats another with a higher limit of new tokens: only that one's cut answers were asked again. */
const againSchema = shape({
  of: runId,
  /** How many of its answers had been cut. */
  cut: storedCount,
})

/** @param probe the schema of a probe of any kind: the kinds are above this room */
export const runSchemaWith = (probe: v.GenericSchema<unknown, Probe>) =>
  shape({
    id: runId,
    name: title,
    created: isoDate,
    state: oneOf(runStates),
    /** How many samples the run asks in all. */
    total: storedCount,
    /** How many questions its selection has, before a limit; absent without one, and in older runs. */
    selected: optional(storedCount),
    settings: settingsSchema,
    dataset: datasetSchema,
    model: modelSchema,
    environment: environmentSchema,
    /** Milliseconds spent loading the model, and asking (over all sittings). */
    timings: shape({ load: notNegative, asking: notNegative }),
    /** The change, if this is an extra pass over the samples of another run. */
    probe: optional(probe),
    /** How the answers of another run are rated, where the model of this one is a judge. */
    judging: optional(judgingSchema),
    /** Id of that other run: same data set, and of a probe same model and settings. */
    parent: optional(runId),
    /** What people rated its answers as, a sheet for each rubric. */
    people: optional(list(ratingsSchema)),
    /** What the user wrote about it; absent where nothing was. */
    note: optional(title),
    /** How its samples were tagged; absent where none was. */
    tags: optional(tagsSchema),
    /** When people gave the labels among its tags, and what they noted; absent where nobody did. */
    remarks: optional(remarksSchema),
    /** The right answer that says that a finding is present, as the user named it; absent for the rule. */
    positive: optional(name),
    /** Absent where all of it was asked for the first time. */
    again: optional(againSchema),
    /** Why the whole run stopped, if it failed. */
    error: optional(errorSchema),
    /** What happened to it, oldest first; absent in runs of older versions. */
    events: optional(eventsSchema),
    /** When it was read from a file, where it was. Two runs that had the same id one after the other differ in it. */
    imported: optional(isoDate),
    /** What it was planned for before its first question; absent where nothing was. Passes and repetitions have none. */
    plan: optional(sizePlanSchema),
    /** Its parts, if several machines made it. */
    merged: optional(mergedSchema),
  })
export type Run = v.InferOutput<ReturnType<typeof runSchemaWith>>
