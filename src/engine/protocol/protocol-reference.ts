/** Which protocol a run follows: stands in its settings, in run.json and in the report. */
export interface ProtocolReference {
  readonly id: string
  readonly version: number
}
