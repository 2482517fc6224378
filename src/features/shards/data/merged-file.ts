/** The merged run as a run.json, and whether the merged records match the manifest. */

import { isJsonObject, type Json, parseJson, stringifyJson } from '@voxelwise/python'
import { serializeEnd, serializeHead } from '../../../data/export/run-file.ts'
import { exportAllowance } from '../../../data/sources/file-limits.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import type { Manifest } from './manifest.ts'
import type { MergedShards } from './merge.ts'
import { readRecord } from './shard-file.ts'

type Records = MergedShards['records']

/** The parts of the file: identical to the byte with one machine's export, except for the run itself. */
export function* mergedRunJson(
  { skipped, findings, badFiles, frame }: Manifest,
  run: Run,
  records: Records,
): Generator<string> {
  const isPart = records.length < run.dataset.counts.loaded
  yield* serializeHead({
    run,
    records: written(records, run.id),
    skipped,
    findings,
    badFiles,
    ...(isPart && { frame }),
  })
  yield serializeEnd()
}

/** As the shards wrote them, for writing only: numbers are spelled as they were. */
function* written(records: Records, run: string): Generator<RunRecord> {
  for (const { text } of records) yield { ...(parseLine(text) as object as RunRecord), run }
}

const parseLine = (text: string): Json => parseJson(text, exportAllowance())

/**
 * Refuses records of all samples that are not about the samples, or not in the words, that were frozen.
 * @param digestLines SHA-256 (hex) of some lines @throws VoxelwiseError fingerprint-mismatch
 */
export async function expectFrozenSamples(
  { digests }: Manifest,
  { records, missing }: Pick<MergedShards, 'records' | 'missing'>,
  digestLines: (lines: Iterable<string>) => Promise<string>,
): Promise<void> {
  if (missing.length > 0) return
  for (const [part, lines] of [
    ['samples', sampleLines(records)],
    ['prompts', promptLines(records)],
  ] as const)
    if ((await digestLines(lines)) !== digests[part])
      throw new VoxelwiseError({
        code: 'fingerprint-mismatch',
        subject: part,
        message: `The ${part} of the records are not those of the manifest.`,
        remedy: 'A shard was changed after it was made. Make all shards again.',
      })
}

function* sampleLines(records: Records): Generator<string> {
  for (const { text } of records) {
    const value = parseLine(text)
    yield `${stringifyJson((isJsonObject(value) && value.sample) || null)}\n`
  }
}

function* promptLines(records: Records): Generator<string> {
  for (const { prompt } of recordsIn(records)) yield `${JSON.stringify(prompt)}\n`
}

/** Read again in sequence: together they would need many times the memory of their texts. */
export function* recordsIn(records: Records): Generator<RunRecord> {
  for (const { text } of records) yield readRecord(text)
}
