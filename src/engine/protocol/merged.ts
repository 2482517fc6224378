/** The parts of a run that several machines made (docs/cluster.md). */
import type * as v from 'valibot'
import { boolean, byKey, list, notNegative, nullable, optional, shape, text } from '../base/schema.ts'
import { hash, longText, path, storedCount } from '../base/stored-values.ts'
import { shardSchema } from './shards.ts'

/** One file of answers. */
const mergedShardSchema = shape({
  ...shardSchema.entries,
  /** Answers in it, those of samples that other shards have asked too among them. */
  records: storedCount,
  /** How often it was begun or continued. */
  sittings: storedCount,
  /** Milliseconds that the model was at work for these answers. */
  asking: notNegative,
  /** Whether its last line confirms that. */
  isFinished: boolean,
})
export type MergedShard = v.InferOutput<typeof mergedShardSchema>

/** Machines that are alike in all that answers can depend on, and what of the merged run is theirs. */
const stratumSchema = shape({
  /** Device, adapter and versions by name. */
  machine: byKey(text, path),
  answered: storedCount,
  failed: storedCount,
  correct: storedCount,
})
export type Stratum = v.InferOutput<typeof stratumSchema>

const conflictingAnswerSchema = shape({
  response: nullable(longText),
  correct: boolean,
  /** Positions of the strata that gave it. */
  strata: list(storedCount),
})

/** A sample that was answered in different ways. */
const conflictSchema = shape({
  index: storedCount,
  /** The first is the one that counts. */
  answers: list(conflictingAnswerSchema),
})
export type Conflict = v.InferOutput<typeof conflictSchema>

export const mergedSchema = shape({
  identity: hash,
  /** How many samples there are, and how many of them have a record. */
  of: storedCount,
  samples: storedCount,
  /** Answers that were read, and how often a shard was begun or continued for them. */
  records: storedCount,
  sittings: storedCount,
  /** In order of number and count, each as far as it was found most complete. */
  shards: list(mergedShardSchema),
  strata: list(stratumSchema),
  /**
   * Samples that every shard asks: how many of them several strata answered, and how many of those not alike. `within`: the same
   * of those that one stratum answered more than once; absent where there are none, and in merges of older versions.
   */
  canaries: shape({
    compared: storedCount,
    differ: storedCount,
    within: optional(shape({ compared: storedCount, differ: storedCount })),
  }),
  conflicts: list(conflictSchema),
})
export type Merged = v.InferOutput<typeof mergedSchema>
