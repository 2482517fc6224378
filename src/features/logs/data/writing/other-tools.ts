/** Shared by the files for other evaluation tools: names of files and tasks, and the figures in each of them. */
import { get, type JsonObject, str } from '@voxelwise/python'
import type { AnsweredRecord, RunRecord } from '../../../../engine/protocol/record.ts'
import type { Run } from '../../../../engine/protocol/run.ts'

/** Letters, digits, dots and hyphens; no underscore, at which other tools part their files' names. */
export function plainName(text: string): string {
  return text.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^[-.]+|-+$/g, '') || 'unnamed'
}

/** When the run was made, to the second in UTC, in a form for file names: `2026-01-02T03-04-05`. */
export function fileStamp({ created }: Pick<Run, 'created'>): string {
  return new Date(created).toISOString().slice(0, 19).replaceAll(':', '-')
}

/** ISO 8601 with an offset, as Python writes it. */
export function pythonTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+00:00')
}

export const sampleId = ({ sample }: Pick<RunRecord, 'sample'>): string => str(get(sample.fields, 'id'))

/** Digests of the sample's image files. */
export const imageDigests = ({ imageFile, furtherImageFiles }: RunRecord) => ({
  ...(imageFile && { image_sha256: imageFile.sha256 }),
  ...(furtherImageFiles && { further_image_sha256: furtherImageFiles.map(({ sha256 }) => sha256) }),
})

/** The sample's labels; null where it has none. */
export const labels = ({ sample: { fields } }: Pick<RunRecord, 'sample'>): JsonObject =>
  Object.fromEntries(
    (['task', 'modality', 'parts', 'dataset'] as const).map(name => [name, get(fields, name) ?? null]),
  )

interface Accuracy {
  readonly n: number
  readonly correct: number
  readonly accuracy: number
  /** Standard error of the mean, with n - 1, as Inspect's and lmms-eval's `stderr`; 0 of one answer. */
  readonly stderr: number
}

/** Failed records are no answers and take no part. */
export function recordsAccuracy(records: Iterable<RunRecord>): Accuracy {
  let n = 0
  let correct = 0
  for (const record of records) {
    if (record.status !== 'answered') continue
    n++
    if (record.correct) correct++
  }
  const accuracy = n === 0 ? 0 : correct / n
  return { n, correct, accuracy, stderr: n > 1 ? Math.sqrt((accuracy * (1 - accuracy)) / (n - 1)) : 0 }
}

/** Milliseconds that the model took for an answer; null where it was not measured. */
export function modelMilliseconds({ score }: AnsweredRecord): number | null {
  if (!score) return null
  const { encode, prefix, prefill, decode } = score.timings
  return encode + prefix + prefill + decode
}

/** Every record of a run and of its passes. */
export interface ToExport {
  readonly run: Run
  /** In the data set's order. */
  readonly records: readonly RunRecord[]
  /** Further scores of Inspect's log. */
  readonly scores?: readonly JsonObject[]
}
