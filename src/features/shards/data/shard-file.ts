/**
 * The file of one shard: JSON lines, only ever appended to. First its identity, then for every session its machine and
 * its records; at last a footer with counts and the SHA-256 of everything before it, so that a cut or damaged file is
 * recognised.
 */

import { jsonLine, parseJson } from '@voxelwise/python'
import { linesIn } from '@voxelwise/tables'
import type * as v from 'valibot'
import { checkMapping } from '../../../data/export/run-file-sense.ts'
import { exportAllowance } from '../../../data/sources/file-limits.ts'
import { errorReason, VoxelwiseError } from '../../../engine/base/errors.ts'
import { CheckError, field, list, oneOf, read, shape, text } from '../../../engine/base/schema.ts'
import { sha256 } from '../../../engine/base/sha256.ts'
import { hash, storedCount } from '../../../engine/base/stored-values.ts'
import { runSchema } from '../../../engine/probes/run-schema.ts'
import { type RunRecord, recordSchema } from '../../../engine/protocol/record.ts'
import { type Shard, shardSchema } from '../../../engine/protocol/shards.ts'
import { shardFormat } from './formats.ts'
import { commonSchema, digestsSchema, type Manifest } from './manifest.ts'

const headerSchema = shape({
  identity: hash,
  digests: digestsSchema,
  common: commonSchema,
  shard: shardSchema,
  /** How many samples it asks. */
  samples: storedCount,
})
type ShardHeader = v.InferOutput<typeof headerSchema>

/** One attempt at a shard, from its beginning or from where an earlier one was ended. */
const sittingSchema = shape({
  sitting: storedCount,
  /** As the machine began it: its settings, device and versions. */
  run: runSchema,
  /** Options of the command that made it; nothing is compared with them. */
  command: list(text),
})
export type Sitting = v.InferOutput<typeof sittingSchema>

/** What of a record is needed to put shards together: of 700,000 not all can be held as objects. */
interface RecordSummary {
  /** The index of its sample. */
  readonly index: number
  readonly isFailed: boolean
  /** Null too where it failed. */
  readonly response: string | null
  readonly correct: boolean
  /** Milliseconds that the model was at work for it. */
  readonly asking: number
}

/** A record as written in a file, as JSON, with its main facts. */
export interface WrittenRecord {
  readonly text: string
  readonly summary: RecordSummary
}

export interface ShardRecord extends WrittenRecord {
  readonly sitting: number
}

export interface ShardFile {
  readonly file: string
  readonly header: ShardHeader
  readonly sittings: readonly Sitting[]
  readonly records: readonly ShardRecord[]
  /** Whether a footer declares the shard complete. */
  readonly isFinished: boolean
  /** Bytes of complete lines: anything after them was cut during writing. */
  readonly wholeBytes: number
}

const countsSchema = shape({
  records: storedCount,
  answered: storedCount,
  failed: storedCount,
  sittings: storedCount,
})
export type ShardCounts = v.InferOutput<typeof countsSchema>

const version = 1

/** `shard-003-of-016.jsonl` */
export function shardFileName({ number, of }: Shard): string {
  const padded = (n: number): string => String(n).padStart(3, '0')
  return `shard-${padded(number)}-of-${padded(of)}.jsonl`
}

export const headerLine = (
  manifest: Pick<Manifest, 'identity' | 'digests' | 'common'>,
  shard: Shard,
  samples: number,
) => {
  const { identity, digests, common } = manifest
  return line({ format: shardFormat, version, identity, shard, samples, digests, common })
}

export const sittingLine = ({ sitting, run, command }: Sitting): string => line({ sitting, run, command })

export const recordLine = (sitting: number, record: string): string =>
  `{"sitting":${sitting},"record":${record}}\n`

/** @param digest SHA-256 (hex) of everything before it */
export const footerLine = (counts: ShardCounts, digest: string): string =>
  line({ end: { ...counts, sha256: digest } })

const line = (value: object): string => `${jsonLine(value)}\n`

const footerSchema = shape({ ...countsSchema.entries, sha256: hash })
const recordPattern = /^\{"sitting":(\d{1,9}),"record":(\{.*\})\}$/s

/** @throws VoxelwiseError run-file where it is none, or was damaged; a last line that was cut is no damage */
export async function parseShard(bytes: Uint8Array<ArrayBuffer>, file: string): Promise<ShardFile> {
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1
  let at = 0
  try {
    let header: ShardHeader | null = null
    const sittings: Sitting[] = []
    const records: ShardRecord[] = []
    for (const { text, start, end } of linesIn(bytes.subarray(0, wholeBytes))) {
      const record = header && recordPattern.exec(text)
      if (!header) header = readHeader(text)
      else if (record) {
        const sitting = Number(record[1])
        if (sitting !== sittings.length)
          throw new CheckError('sitting', `${sittings.length}, the one under way`)
        records.push({ sitting, ...writtenRecord(record[2] ?? '') })
      } else {
        const value = parseJson(text, exportAllowance())
        const footer = field(value, 'end')
        if (footer === undefined) {
          const sitting = read(sittingSchema, value, '')
          checkMapping(sitting.run.dataset, 'run.dataset')
          if (sitting.sitting !== sittings.length + 1)
            throw new CheckError('sitting', `${sittings.length + 1}, the next one`)
          sittings.push(sitting)
        } else {
          const { sha256: digest, ...counts } = read(footerSchema, footer, 'end')
          if (end < bytes.length) throw new CheckError('end', 'the last line')
          expectFooter(counts, countSittings(records, sittings.length), header)
          if ((await sha256(bytes.subarray(0, start))) !== digest)
            throw new CheckError('end.sha256', 'the digest of all before it')
          return { file, header, sittings, records, isFinished: true, wholeBytes }
        }
      }
      at++
    }
    return { file, header: header ?? readHeader(''), sittings, records, isFinished: false, wholeBytes }
  } catch (cause) {
    throw new VoxelwiseError({
      code: 'run-file',
      subject: `${file}, line ${at + 1}`,
      message:
        at === 0
          ? `The file is not a shard of a run. ${errorReason(cause)}.`
          : `The shard was damaged after it was written. ${errorReason(cause)}.`,
      remedy:
        at === 0
          ? 'Take the files that evaluate --shard wrote.'
          : 'Remove the file, and make the shard again.',
      cause,
    })
  }
}

function readHeader(text: string): ShardHeader {
  const value = parseJson(text, exportAllowance())
  read(oneOf([shardFormat]), field(value, 'format'), 'format')
  read(oneOf([version]), field(value, 'version'), 'version')
  return read(headerSchema, value, '')
}

/** @throws CheckError, JsonSyntaxError where it is no record */
export const readRecord = (text: string): RunRecord =>
  read(recordSchema, parseJson(text, exportAllowance()), 'record')

/** @param text JSON of a record @throws as `readRecord` */
export function writtenRecord(text: string): WrittenRecord {
  const record = readRecord(text)
  const { index } = record.sample
  if (record.status === 'failed')
    return { text, summary: { index, isFailed: true, response: null, correct: false, asking: 0 } }
  const { response, correct, score } = record
  const { encode, prefix, prefill, decode } = score?.timings ?? none
  return {
    text,
    summary: { index, isFailed: false, response, correct, asking: encode + prefix + prefill + decode },
  }
}

const none = { encode: 0, prefix: 0, prefill: 0, decode: 0 }

/** Each sample once: a record that was written twice is one. */
export function countSittings(
  records: readonly Pick<WrittenRecord, 'summary'>[],
  sittings: number,
): ShardCounts {
  const byIndex = new Map(records.map(({ summary }) => [summary.index, summary.isFailed]))
  const answered = [...byIndex.values()].filter(isFailed => !isFailed).length
  return { records: byIndex.size, answered, failed: byIndex.size - answered, sittings }
}

function expectFooter(stated: ShardCounts, counted: ShardCounts, { samples }: ShardHeader): void {
  for (const name of ['records', 'answered', 'failed', 'sittings'] as const)
    if (stated[name] !== counted[name])
      throw new CheckError(`end.${name}`, `${counted[name]}, as the file has`)
  if (stated.records !== samples) throw new CheckError('end.records', `${samples}, the samples of the shard`)
}
