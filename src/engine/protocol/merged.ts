/** The parts of a run that several machines made (docs/cluster.md). */

/** One file of answers. */
export interface MergedShard {
  /** From 1. */
  readonly number: number
  readonly of: number
  /** Answers in it, those of samples that other shards have asked too among them. */
  readonly records: number
  /** How often it was begun or continued. */
  readonly sittings: number
  /** Milliseconds that the model was at work for these answers. */
  readonly asking: number
  /** Whether its last line confirms that. */
  readonly isFinished: boolean
}

/** Machines that are alike in all that answers can depend on, and what of the merged run is theirs. */
export interface Stratum {
  /** Device, adapter and versions by name. */
  readonly machine: Readonly<Record<string, string>>
  readonly answered: number
  readonly failed: number
  readonly correct: number
}

/** A sample that was answered in different ways. */
export interface Conflict {
  readonly index: number
  /** The first is the one that counts. */
  readonly answers: readonly ConflictingAnswer[]
}

export interface ConflictingAnswer {
  readonly response: string | null
  readonly correct: boolean
  /** Positions of the strata that gave it. */
  readonly strata: readonly number[]
}

export interface Merged {
  /** Identity of the manifest. */
  readonly identity: string
  /** Of how many samples how many have a record. */
  readonly of: number
  readonly samples: number
  /** Answers that were read, and how often a shard was begun or continued for them. */
  readonly records: number
  readonly sittings: number
  /** In order of number and count, each as far as it was found most complete. */
  readonly shards: readonly MergedShard[]
  readonly strata: readonly Stratum[]
  /** Samples that every shard asks: how many of them several strata answered, and how many of those not alike. */
  readonly canaries: { readonly compared: number; readonly differ: number }
  readonly conflicts: readonly Conflict[]
}
