import type { JsonObject } from '@voxelwise/python'
import type { Run } from '../../engine/protocol/run.ts'
import type { StoredRuns } from './stored-runs.ts'
import type { TextSink } from './text-file.ts'

/** What the page and the documents say about a file. */
export interface FileWords {
  readonly name: string
  /** Under which files for one purpose are listed. */
  readonly purpose: (typeof filePurposes)[number]
  /** A sentence each: what is in it, and what reads it. */
  readonly what: string
  readonly reader: string
}

export interface ExportedFile extends FileWords {
  /** Whether only figures are in it: those of a large run are made of its rows, without its records. */
  readonly isOfFigures: boolean
  /** Whether `evaluate` writes it too. */
  readonly isEvaluated: boolean
}

export const filePurposes = [
  'To read',
  'To continue elsewhere',
  'For R, pandas and spreadsheets',
  'For other tools',
] as const

/** Writes a file of a stored run. */
export type FileWriter = (source: {
  readonly store: StoredRuns
  readonly run: Run
  /** What its passes on the images show, as scores of a log of Inspect. */
  readonly findingScores: () => Promise<readonly JsonObject[]>
  /** Where a long file goes. */
  readonly keep: TextSink
}) => Promise<Blob>
