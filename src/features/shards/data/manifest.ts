/**
 * The frozen list of a run's questions, shared by all its shards: samples in order, images, prompts, model and
 * settings. Its identity is the same wherever it is made: it contains no time, no name of a machine, no path outside
 * the data set's own folder, and nothing that may differ between machines (device, threads, stored image features).
 */

import { canonicalJson, jsonLine, parseJson } from '@voxelwise/python'
import * as v from 'valibot'
import { section } from '../../../data/export/run-file.ts'
import { checkMapping } from '../../../data/export/run-file-sense.ts'
import { exportAllowance } from '../../../data/sources/file-limits.ts'
import { errorMessage, VoxelwiseError } from '../../../engine/base/errors.ts'
import {
  CheckError,
  faultSubject,
  field,
  list,
  nullable,
  oneOf,
  read,
  shape,
} from '../../../engine/base/schema.ts'
import { sha256 } from '../../../engine/base/sha256.ts'
import { hash, path, storedCount } from '../../../engine/base/stored-values.ts'
import { frameSchema } from '../../../engine/protocol/frame.ts'
import { datasetSchema, modelSchema } from '../../../engine/protocol/identity.ts'
import { badFileSchema, findingSchema, type Sample, skippedSchema } from '../../../engine/protocol/sample.ts'
import { settingsSchema } from '../../../engine/protocol/settings.ts'
import type { Group } from '../../../engine/protocol/shards.ts'
import { manifestFormat } from './formats.ts'

/** In the folder of a run's shards. */
export const manifestName = 'manifest.json'

/** The parts of the identity, each with a digest of its own, so that differences between two runs can be named. */
const identityParts = [
  'dataset',
  'samples',
  'order',
  'images',
  'prompts',
  'protocol',
  'model',
  'settings',
] as const
type IdentityPart = (typeof identityParts)[number]

export const digestsSchema = shape({
  dataset: hash,
  samples: hash,
  order: hash,
  images: hash,
  prompts: hash,
  protocol: hash,
  model: hash,
  settings: hash,
} satisfies Record<IdentityPart, object>)
type PartDigests = v.InferOutput<typeof digestsSchema>

const { source: _source, ...sharedDataset } = datasetSchema.entries
const { name, family, fingerprint } = modelSchema.entries
const {
  device: _device,
  shard: _shard,
  keepFeatures: _keepFeatures,
  ...sharedSettings
} = settingsSchema.entries

/** What shards of one run have in common and can be read by eye. */
export const commonSchema = shape({
  dataset: shape(sharedDataset),
  model: shape({ name, family, fingerprint }),
  settings: shape(sharedSettings),
})
export type Common = v.InferOutput<typeof commonSchema>

const groupSchema = shape({ images: list(storedCount), samples: list(storedCount) })
type ManifestGroup = v.InferOutput<typeof groupSchema>

const manifestSchema = shape({
  /** SHA-256 (hex) over one line a part: its name and its digest. */
  identity: hash,
  digests: digestsSchema,
  common: commonSchema,
  /** Rooted path of each image, and SHA-256 of its file; null where it cannot be read. In order of first mention. */
  images: list(v.pipe(v.strictTuple([path, nullable(hash)], 'a path and a digest'), v.readonly())),
  /** In the order in which the run asks: positions of the images, and indices of the samples. */
  groups: list(groupSchema),
  skipped: list(skippedSchema),
  findings: list(findingSchema),
  badFiles: list(badFileSchema),
  frame: frameSchema,
})
export type Manifest = v.InferOutput<typeof manifestSchema>

const version = 1

/** A line a group and an image. */
export function* serializeManifest(manifest: Manifest): Generator<string> {
  const { identity, digests, common, images, groups, skipped, findings, badFiles, frame } = manifest
  // The same run has the same bytes, whichever program wrote it.
  yield `{"format":"${manifestFormat}","version":${version},\n"identity":"${identity}",\n"digests":${canonicalJson(digests)}`
  yield `,\n"common":${canonicalJson(common)}`
  yield* section('images', images)
  yield* section('groups', groups)
  yield* section('skipped', skipped)
  yield* section('findings', findings)
  yield* section('badFiles', badFiles)
  yield `,\n"frame":${jsonLine(frame)}}\n`
}

/** @throws VoxelwiseError run-file where it is none, is of a newer version, or its digests are not those of its identity */
export async function parseManifest(text: string, file: string): Promise<Manifest> {
  try {
    const value = parseJson(text, exportAllowance())
    read(oneOf([manifestFormat]), field(value, 'format'), 'format')
    read(oneOf([version]), field(value, 'version'), 'version')
    const manifest = read(manifestSchema, value, '')
    checkMapping(manifest.common.dataset, 'common.dataset')
    if ((await manifestIdentity(manifest.digests)) !== manifest.identity)
      throw new CheckError('identity', 'the digest of its digests')
    await checkDigests(manifest)
    return manifest
  } catch (error) {
    if (error instanceof VoxelwiseError) throw error
    throw new VoxelwiseError({
      code: 'run-file',
      subject: faultSubject(file, error),
      message: `The file is not a manifest of shards. ${errorMessage(error)}`,
      remedy: 'Use the manifest.json next to the shards.',
      cause: error,
    })
  }
}

/** The manifest's own contents have these digests; samples and prompts come with the records. */
async function checkDigests({ digests, common, images, groups }: Manifest): Promise<void> {
  const computed = {
    ...(await commonDigests(common)),
    order: await digestParts(orderLines(groups)),
    images: await digestParts(imageLines(images)),
  }
  for (const [part, digest] of Object.entries(computed))
    if (digests[part as IdentityPart] !== digest) throw new CheckError(`digests.${part}`, digest)
}

export async function manifestIdentity(digests: PartDigests): Promise<string> {
  return digestParts(identityParts.map(part => `${part} ${digests[part]}\n`))
}

/** Digests of small parts: the canonical JSON of each. */
export async function commonDigests({
  dataset,
  model,
  settings: { protocol, ...settings },
}: Common): Promise<Pick<PartDigests, 'dataset' | 'model' | 'protocol' | 'settings'>> {
  const digest = (value: object): Promise<string> => digestParts([canonicalJson(value)])
  return {
    dataset: await digest(dataset),
    model: await digest(model),
    protocol: await digest(protocol),
    settings: await digest(settings),
  }
}

export function* orderLines(groups: readonly ManifestGroup[]): Generator<string> {
  for (const { samples } of groups) yield `${samples.join(' ')}\n`
}

export function* imageLines(images: Manifest['images']): Generator<string> {
  for (const [path, digest] of images) yield `${digest ?? '-'} ${JSON.stringify(path)}\n`
}

/** A line of the text whose digest identifies the samples. */
export const sampleText = (sample: Sample): string => jsonLine(sample)

const digestParts = (parts: Iterable<string>): Promise<string> =>
  sha256(new TextEncoder().encode([...parts].join('')))

/** The groups as they are cut into shards. */
export function groupsIn({ images, groups }: Pick<Manifest, 'images' | 'groups'>): readonly Group[] {
  return groups.map(group => ({
    images: group.images.map(at => images[at]?.[0] ?? ''),
    samples: group.samples,
  }))
}
