/** The differences between two runs whose shards do not belong together. */

import { canonicalJson, type Json, ownValue, stringifyJson } from '@voxelwise/python'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { Merged } from '../../../engine/protocol/merged.ts'
import type { Manifest } from './manifest.ts'
import type { ShardFile } from './shard-file.ts'

type Identified = Pick<Manifest, 'identity' | 'digests' | 'common'>

const longestShown = 80

/** Every field of data set, model and settings that differs, and the parts that differ only by digest. */
function differences(first: Identified, second: Identified): readonly string[] {
  const named = (['dataset', 'model', 'settings'] as const).flatMap(part =>
    fieldsThatDiffer(first.common[part], second.common[part], part),
  )
  const unnamed = onlyByDigest.filter(([part]) => first.digests[part] !== second.digests[part])
  return [...named, ...unnamed.map(([, words]) => words)]
}

const onlyByDigest = [
  ['samples', 'the samples'],
  ['order', 'the order of the samples'],
  ['images', 'the image files'],
  ['prompts', 'the prompts'],
] as const

function fieldsThatDiffer(a: Json | object | undefined, b: Json | object | undefined, at: string): string[] {
  if (shown(a) === shown(b)) return []
  if (!isRecord(a) || !isRecord(b)) return [`${at}: ${short(a)} and ${short(b)}`]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap(key =>
    fieldsThatDiffer(ownValue(a, key), ownValue(b, key), `${at}.${key}`),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, Json | object | undefined>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shown(value: Json | object | undefined): string {
  if (value === undefined) return 'nothing'
  return isRecord(value) ? canonicalJson(value) : stringifyJson(value as Json)
}

function short(value: Json | object | undefined): string {
  const text = shown(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/** @throws VoxelwiseError fingerprint-mismatch where they are not of one run */
export function expectSameIdentity(manifest: Identified, other: Identified, file: string): void {
  if (manifest.identity === other.identity) return
  const all = differences(manifest, other)
  throw new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: file,
    message: `It belongs to another run. Differences: ${all.join('; ') || 'the way in which its list was frozen'}.`,
    remedy: 'Take only shards that were made with the same data set, model and settings.',
  })
}

/**
 * Fingerprints read pieces of the weights, so two models of one fingerprint may still have other weights.
 * @throws VoxelwiseError fingerprint-mismatch naming the first session that loaded other weights than one before it, or may have
 */
export function expectSameWeights(files: readonly Pick<ShardFile, 'file' | 'sittings'>[]): void {
  const all = files.flatMap(({ file, sittings }) =>
    sittings.flatMap(({ run: { model, environment } }) =>
      model.weights === undefined ? [] : [{ file, weights: model.weights, graphs: environment.graphs }],
    ),
  )
  const [first] = all
  const other = all.find(({ weights }) => weights !== first?.weights)
  if (!first || !other) return
  if ((first.graphs === undefined) !== (other.graphs === undefined))
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: (first.graphs === undefined ? first : other).file,
      ...unclearWeights,
    })
  throw new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: other.file,
    message: `Its model has other weights: ${other.weights.slice(0, 12)}…, not ${first.weights.slice(0, 12)}…`,
    remedy: 'Give all machines the same model, and make the shards of the others again.',
  })
}

/** Versions before 30 November 2026 made one digest of a checkpoint's files and the graphs written for it; later ones make two. */
const unclearWeights = {
  message:
    'An older version made one of its sessions, with one digest of weights and written graphs. The two digests of newer sessions cannot be compared with it.',
  remedy: 'Make this shard again with the version of the others, or the others with the older version.',
}

/**
 * Machines of one kind give the same answers where decoding is greedy, as it is in every sharded run.
 * @param remedy if they may still be merged @throws VoxelwiseError fingerprint-mismatch naming the samples
 */
export function expectSameAnswers({ conflicts }: Pick<Merged, 'conflicts'>, remedy: string): void {
  const within = conflicts.filter(({ answers }) => {
    const strata = answers.flatMap(answer => answer.strata)
    return new Set(strata).size < strata.length
  })
  if (within.length === 0) return
  const indices = within.slice(0, 3).map(({ index }) => index)
  throw new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: `sample ${indices.join(', ')}${within.length > 3 ? ` and ${within.length - 3} more` : ''}`,
    message: 'Machines of one kind answered it differently, although decoding is greedy.',
    remedy: `Check that all machines have the same model. ${remedy}`,
  })
}

/** @param remedy if they may still be merged @throws VoxelwiseError fingerprint-mismatch naming devices or versions */
export function expectOneStratum({ strata }: Pick<Merged, 'strata'>, remedy: string): void {
  const [first, ...others] = strata
  const named = new Set(others.flatMap(({ machine }) => fieldsThatDiffer(first?.machine, machine, 'machine')))
  if (named.size === 0) return
  throw new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: 'machines',
    message: `The shards were made on machines of ${strata.length} kinds. Differences: ${[...named].join('; ')}.`,
    remedy,
  })
}
