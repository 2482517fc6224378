import type { RunRecord } from '../record.ts'
import type { Sample } from '../sample.ts'

/** What a run tells while it goes on. */
export type RunEvent =
  | { readonly type: 'load'; readonly file: string; readonly loaded: number; readonly total: number }
  | { readonly type: 'activity'; readonly text: string }
  /** In a probe the sample as it is shown; a blank image is none. */
  | { readonly type: 'asking'; readonly sample: Sample }
  | { readonly type: 'text'; readonly index: number; readonly text: string }
  /** Sent when the record is on disk. */
  | { readonly type: 'record'; readonly record: RunRecord }
  | { readonly type: 'paused' }
