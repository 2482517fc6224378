/**
 * The frozen list of a run's questions, shared by all its shards: samples in order, images, prompts, model and
 * settings. Its identity is the same wherever it is made: it contains no time, no name of a machine, no path outside
 * the data set's own folder, and nothing that may differ between machines (device, threads, stored image features).
 */
import {
  CheckError,
  field,
  list,
  matching,
  nullable,
  oneOf,
  shape,
  subjectOf,
  whole,
} from '../../engine/base/checks.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { exportAllowance, type Json, parseJson, stringifyJson } from '../../engine/base/json.ts'
import type { Frame } from '../../engine/protocol/frame.ts'
import type { DatasetInfo, ModelInfo } from '../../engine/protocol/identity.ts'
import type { Group } from '../../engine/protocol/plan.ts'
import type { BadFile, Finding, Sample, Skipped } from '../../engine/protocol/sample.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import { runFileParts } from '../export/run-file-shape/run.ts'
import { sha256 } from '../sources/fingerprint.ts'

/** The parts of the identity, each with a digest of its own, so that differences between two runs can be named. */
export const identityParts = [
  'dataset',
  'samples',
  'order',
  'images',
  'prompts',
  'protocol',
  'model',
  'settings',
] as const
export type IdentityPart = (typeof identityParts)[number]

/** SHA-256 (hex) of each part. */
export type PartDigests = Readonly<Record<IdentityPart, string>>

/** What shards of one run have in common and can be read by eye. */
export interface Common {
  readonly dataset: Pick<DatasetInfo, 'name' | 'fingerprint' | 'counts' | 'mapping'>
  readonly model: Pick<ModelInfo, 'name' | 'family' | 'fingerprint'>
  readonly settings: Omit<RunSettings, 'device' | 'shard' | 'keepFeatures'>
}

export interface Manifest {
  /** SHA-256 (hex) over one line a part: its name and its digest. */
  readonly identity: string
  readonly digests: PartDigests
  readonly common: Common
  /** Rooted path of each image, and SHA-256 of its file; null where it cannot be read. In order of first mention. */
  readonly images: readonly (readonly [string, string | null])[]
  /** In the order in which the run asks: positions of the images, and indices of the samples. */
  readonly groups: readonly ManifestGroup[]
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  readonly badFiles: readonly BadFile[]
  readonly frame: Frame
}

export interface ManifestGroup {
  readonly images: readonly number[]
  readonly samples: readonly number[]
}

const format = 'voxelwise-manifest'
const version = 1

/** A line a group and an image. */
export function* serializeManifest(manifest: Manifest): Generator<string> {
  const { identity, digests, common, images, groups, skipped, findings, badFiles, frame } = manifest
  // The same run has the same bytes, whichever program wrote it.
  yield `{"format":"${format}","version":${version},\n"identity":"${identity}",\n"digests":${canonicalJson(digests)}`
  yield `,\n"common":${canonicalJson(common)}`
  yield* section('images', images)
  yield* section('groups', groups)
  yield* section('skipped', skipped)
  yield* section('findings', findings)
  yield* section('badFiles', badFiles)
  yield `,\n"frame":${line(frame)}}\n`
}

function* section(name: string, items: readonly object[]): Generator<string> {
  yield `,\n"${name}":[`
  for (const [at, item] of items.entries()) yield `${at > 0 ? ',' : ''}\n${line(item)}`
  yield ']'
}

/** Our types are plain data; only TypeScript does not see that an interface is a JSON object. */
const line = (value: object): string => stringifyJson(value as Json & object)

/**
 * Whether a file is of this format, by its beginning.
 * @param beginning its first characters
 */
export const isManifest = (beginning: string): boolean => beginning.startsWith(`{"format":"${format}"`)

const hash = matching(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hexadecimal digits')
const place = whole(0, 100_000_000)

export const partDigests = shape<PartDigests>({
  dataset: hash,
  samples: hash,
  order: hash,
  images: hash,
  prompts: hash,
  protocol: hash,
  model: hash,
  settings: hash,
})

export const common = shape<Common>({
  dataset: shape<Common['dataset']>(runFileParts.dataset),
  model: shape<Common['model']>(runFileParts.model),
  settings: shape<Common['settings']>(runFileParts.settings),
})

const shapeOfManifest = shape<Manifest>({
  identity: hash,
  digests: partDigests,
  common,
  images: list((value, at) => {
    const [path, digest, more] = list<Json>((item, _) => item ?? null)(value, at)
    if (more !== undefined) throw new CheckError(at, 'a path and a digest')
    return [runFileParts.path(path, `${at}[0]`), nullable(hash)(digest, `${at}[1]`)] as const
  }),
  groups: list(shape<ManifestGroup>({ images: list(place), samples: list(place) })),
  skipped: runFileParts.skipped,
  findings: runFileParts.findings,
  badFiles: runFileParts.badFiles,
  frame: runFileParts.frame,
})

/**
 * @param file its name, for errors
 * @throws VoxelwiseError run-file where it is none, is of a newer version, or its digests are not those of its identity
 */
export async function parseManifest(text: string, file: string): Promise<Manifest> {
  try {
    const value = parseJson(text, exportAllowance())
    oneOf([format])(field(value, 'format'), 'format')
    oneOf([version])(field(value, 'version'), 'version')
    const manifest = shapeOfManifest(value, '')
    if ((await identityOf(manifest.digests)) !== manifest.identity)
      throw new CheckError('identity', 'the digest of its digests')
    await checkDigests(manifest)
    return manifest
  } catch (error) {
    if (error instanceof VoxelwiseError) throw error
    throw new VoxelwiseError({
      code: 'run-file',
      subject: subjectOf(file, error),
      message: `The file is not a manifest of shards. ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Use the manifest.json next to the shards.',
      cause: error,
    })
  }
}

/** The manifest's own contents have these digests; samples and prompts come with the records. */
async function checkDigests({ digests, common, images, groups }: Manifest): Promise<void> {
  const own = {
    ...(await commonDigests(common)),
    order: await digestOf(orderLines(groups)),
    images: await digestOf(imageLines(images)),
  }
  for (const [part, digest] of Object.entries(own))
    if (digests[part as IdentityPart] !== digest) throw new CheckError(`digests.${part}`, digest)
}

export async function identityOf(digests: PartDigests): Promise<string> {
  return digestOf(identityParts.map(part => `${part} ${digests[part]}\n`))
}

/** Digests of small parts: the canonical JSON of each. */
export async function commonDigests({
  dataset,
  model,
  settings: { protocol, ...settings },
}: Common): Promise<Pick<PartDigests, 'dataset' | 'model' | 'protocol' | 'settings'>> {
  const digest = (value: object): Promise<string> => digestOf([canonicalJson(value)])
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
export const sampleText = (sample: Sample): string => line(sample)

/** Keys in the order of their code units, without spaces. */
export function canonicalJson(value: object): string {
  const inOrder = (item: Json): Json => {
    if (Array.isArray(item)) return item.map(inOrder)
    if (typeof item !== 'object' || item === null) return item
    const entries = Object.entries(item).filter(([, each]) => each !== undefined)
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]))
  }
  return stringifyJson(inOrder(value as Json & object))
}

const digestOf = (parts: Iterable<string>): Promise<string> =>
  sha256(new TextEncoder().encode([...parts].join('')))

/** The groups as they are cut into shards. */
export function groupsIn({ images, groups }: Pick<Manifest, 'images' | 'groups'>): readonly Group[] {
  return groups.map(group => ({
    images: group.images.map(at => images[at]?.[0] ?? ''),
    samples: group.samples,
  }))
}
