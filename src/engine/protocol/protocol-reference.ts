/** The protocol of a run, as in its settings, in run.json and in the report. */
export interface ProtocolReference {
  readonly id: string
  readonly version: number
  /** The tool whose reading its answers get, if not the protocol's own. */
  readonly judge?: JudgeReference
}

/** A reading of answers, by name and version. */
export interface JudgeReference {
  readonly id: string
  readonly version: number
}

/** The protocol of runs from before protocols were recorded. It never changes. */
export const firstProtocol: ProtocolReference = { id: 'medrcube', version: 1 }

/** The protocol of a new run, unless its data set or the user chooses another. */
export const defaultProtocol: ProtocolReference = { id: 'medrcube', version: 1 }
