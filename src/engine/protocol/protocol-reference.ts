/** Which protocol a run follows: stands in its settings, in run.json and in the report. */
export interface ProtocolReference {
  readonly id: string
  readonly version: number
  /** Whose reading its answers get, where that is another's than the protocol's own. */
  readonly judge?: JudgeReference
}

/** A reading of answers, by name and version. */
export interface JudgeReference {
  readonly id: string
  readonly version: number
}

/** The protocol of runs that were made before runs named theirs. It never changes. */
export const firstProtocol: ProtocolReference = { id: 'medrcube', version: 1 }

/** The protocol of a new run, unless its data set or the user chooses another. */
export const defaultProtocol: ProtocolReference = { id: 'medrcube', version: 1 }
