/** Runs that several machines might have made: drawn samples, what a model would say of them, and the files of shards. */
import { createHash } from 'node:crypto'
import { recordText } from '../../../src/data/export/record-lines.ts'
import { makeFrame } from '../../../src/engine/protocol/frame.ts'
import { askedQuestions } from '../../../src/engine/protocol/order.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'
import type { RunSettings } from '../../../src/engine/protocol/settings.ts'
import { groupsOfShard, type Shard } from '../../../src/engine/protocol/shards.ts'
import {
  type Common,
  commonDigests,
  groupsIn,
  imageLines,
  type Manifest,
  manifestIdentity,
  orderLines,
  sampleText,
} from '../../../src/features/shards/data/manifest.ts'
import {
  countSittings,
  footerLine,
  headerLine,
  parseShard,
  recordLine,
  type ShardFile,
  shardFileName,
  sittingLine,
  type WrittenRecord,
  writtenRecord,
} from '../../../src/features/shards/data/shard-file.ts'
import { someRun } from '../../unit/support/records.ts'

const letters = ['A', 'B', 'C'] as const

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface Setting {
  readonly samples: readonly Sample[]
  readonly settings?: Partial<RunSettings>
  /** Makes prompts, or the model, others. */
  readonly promptSuffix?: string
  readonly model?: string
}

export async function makeManifest({
  samples,
  settings,
  promptSuffix = '',
  model = 'f',
}: Setting): Promise<Manifest> {
  const run = runOn({ samples, ...(settings && { settings }), model })
  const { device: _, keepFeatures: __, ...shared } = run.settings
  const common: Common = {
    dataset: { name: 'data', fingerprint: run.dataset.fingerprint, counts: run.dataset.counts },
    model: { name: 'm', family: 'idefics3', fingerprint: run.model.fingerprint },
    settings: shared,
  }
  const asked = askedQuestions(samples, shared)
  const paths = [...new Set(asked.groups.flatMap(group => group.images))]
  const places = new Map(paths.map((path, at) => [path, at]))
  const images = paths.map(path => [path, sha256(path)] as const)
  const groups = asked.groups.map(group => ({
    images: group.images.map(path => places.get(path) ?? 0),
    samples: group.samples,
  }))
  const digest = (lines: Iterable<string>): string => sha256([...lines].join(''))
  const digests = {
    ...(await commonDigests(common)),
    samples: digest(asked.samples.map(sample => `${sampleText(sample)}\n`)),
    order: digest(orderLines(groups)),
    images: digest(imageLines(images)),
    prompts: digest(
      asked.samples.map(({ fields }) => `${JSON.stringify(medrcube.prompt(fields) + promptSuffix)}\n`),
    ),
  }
  return {
    ...{ identity: await manifestIdentity(digests), digests, common, images, groups },
    ...{ skipped: [], findings: [], badFiles: [], frame: makeFrame(samples) },
  }
}

/** A run of its own, as another machine begins one: id, time and name of the machine differ. */
export function runOn({ samples, settings, model = 'f' }: Setting, machine = 0): Run {
  return {
    ...someRun,
    id: `run-${machine}`,
    created: new Date(Date.UTC(2026, 0, 2, 3, 4, machine)).toISOString(),
    state: 'running',
    total: samples.length,
    settings: { ...someRun.settings, order: 'balanced', seed: 1, ...settings },
    dataset: {
      ...someRun.dataset,
      counts: { ...someRun.dataset.counts, total: samples.length, loaded: samples.length },
    },
    model: { ...someRun.model, fingerprint: model.repeat(64) },
  }
}

/** What a model that is always of one mind says of a sample; now and then it fails. */
export function recordFor(run: Run, sample: Sample, said?: string): RunRecord {
  const { fields, image } = sample
  const digest = sha256(`${sample.index}`)
  const letter = said ?? letters[Number.parseInt(digest.slice(0, 6), 16) % 3] ?? 'A'
  const base = {
    run: run.id,
    sample,
    prompt: medrcube.prompt(fields),
    rightAnswer: medrcube.rightAnswer(fields),
    imageFile: { sha256: sha256(image ?? ''), size: 10, modified: 1700000000000 },
  }
  if (digest.startsWith('0') && said === undefined) {
    const error = { code: 'prompt-failed', subject: 'p', message: 'It failed.', remedy: 'None.' } as const
    return { status: 'failed', ...base, error }
  }
  return {
    status: 'answered',
    ...base,
    response: letter,
    ...medrcube.judge(letter, fields),
    score: {
      text: letter,
      tokens: { prompt: 90, image: 64, reused: 70, generated: 1 },
      stop: 'verdict',
      timings: { encode: 0, prefix: 0.125, prefill: 1e-7, decode: 3 },
    },
  }
}

export interface ShardMaking {
  readonly manifest: Manifest
  readonly samples: readonly Sample[]
  readonly shard: Shard
  /** Each is a session with so many records; the last goes on to the end. */
  readonly kills?: readonly number[]
  readonly makeRun: (sitting: number) => Run
  readonly answer?: (run: Run, sample: Sample) => RunRecord
  readonly isFinished?: boolean
}

/** The text of a shard's file. */
export function shardText({
  manifest,
  samples,
  shard,
  kills = [],
  makeRun,
  answer = recordFor,
  isFinished = true,
}: ShardMaking): string {
  const asked = groupsOfShard(groupsIn(manifest), shard).flatMap(group => group.samples)
  const parts = [headerLine(manifest, shard, asked.length)]
  const records: WrittenRecord[] = []
  const ends = [...kills.filter(end => end < asked.length), asked.length]
  let sittings = 0
  let at = 0
  for (const end of asked.length === 0 ? [] : ends) {
    const run = makeRun(++sittings)
    parts.push(sittingLine({ sitting: sittings, run, command: ['--dataset', 'demo', '--shard', '1/2'] }))
    for (; at < end; at++) {
      const sample = samples[asked[at] ?? 0]
      if (!sample) continue
      const record = answer(run, sample)
      const text = recordText(record)
      records.push(writtenRecord(text))
      parts.push(recordLine(sittings, text))
    }
  }
  const before = parts.join('')
  return isFinished ? before + footerLine(countSittings(records, sittings), sha256(before)) : before
}

export const encodeText = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export const madeShard = (making: ShardMaking): Promise<ShardFile> =>
  parseShard(encodeText(shardText(making)), shardFileName(making.shard))
