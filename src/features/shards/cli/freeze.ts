/** Makes the manifest of a run, or checks that an existing one belongs to it. */
import { createHash } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, writeParts } from '../../../cli/base/files.ts'
import { ImageReader } from '../../../data/images/image-reader.ts'
import { fsError } from '../../../data/sources/node.ts'
import type { FolderSource } from '../../../data/sources/source.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { sha256 } from '../../../engine/base/sha256.ts'
import { makeFrame } from '../../../engine/protocol/frame.ts'
import { askedQuestions } from '../../../engine/protocol/order.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import type { LoadedDataset, Sample } from '../../../engine/protocol/sample.ts'
import { expectSameIdentity } from '../data/differences.ts'
import {
  type Common,
  commonDigests,
  imageLines,
  type Manifest,
  manifestIdentity,
  manifestName,
  orderLines,
  parseManifest,
  sampleText,
  serializeManifest,
} from '../data/manifest.ts'

/** Images that are read in parallel. */
const atOnce = 8

export interface ToFreeze {
  readonly source: FolderSource
  readonly loaded: LoadedDataset
  readonly common: Common
}

/** The model's fingerprint in the manifest of a folder; null where it has none. @throws VoxelwiseError run-file */
export async function frozenFingerprint(out: string): Promise<string | null> {
  const path = join(out, manifestName)
  const there = await readIfThere(path)
  return there && (await parseManifest(there.toString(), path)).common.model.fingerprint
}

/** The manifest at a path, or a new one. @throws VoxelwiseError fingerprint-mismatch where it belongs to another run */
export async function frozenManifest(path: string, toFreeze: ToFreeze): Promise<Manifest> {
  const there = await readIfThere(path)
  if (there) {
    const manifest = await parseManifest(there.toString(), path)
    expectSameIdentity(manifest, await freeze(toFreeze, new Map(manifest.images)), path)
    return manifest
  }
  const manifest = await freeze(toFreeze, new Map())
  await writeOnce(path, manifest)
  // Another machine may have written one first, of another run.
  expectSameIdentity(
    await parseManifest(await readFile(path, 'utf8').catch(fsError(path)), path),
    manifest,
    path,
  )
  return manifest
}

/** @param known digests of images, which are not read */
async function freeze(
  { source, loaded, common }: ToFreeze,
  known: ReadonlyMap<string, string | null>,
): Promise<Manifest> {
  const { groups, samples } = askedQuestions(loaded.samples, common.settings)
  const paths = [...new Set(groups.flatMap(group => group.images))]
  const places = new Map(paths.map((path, at) => [path, at]))
  const listed = groups.map(group => ({
    images: group.images.map(path => places.get(path) ?? 0),
    samples: group.samples,
  }))
  const images = await digestImages(paths, known, new ImageReader(source))
  const digests = {
    ...(await commonDigests(common)),
    samples: digestLines(sampleLines(samples)),
    order: digestLines(orderLines(listed)),
    images: digestLines(imageLines(images)),
    prompts: digestLines(promptLines(samples, common)),
  }
  const { skipped, findings, badFiles } = loaded
  return {
    identity: await manifestIdentity(digests),
    digests,
    common,
    images,
    groups: listed,
    skipped,
    findings,
    badFiles,
    frame: makeFrame(loaded.samples),
  }
}

function* sampleLines(samples: readonly Sample[]): Generator<string> {
  for (const sample of samples) yield `${sampleText(sample)}\n`
}

function* promptLines(samples: readonly Sample[], { settings }: Common): Generator<string> {
  const protocol = findProtocol(settings.protocol)
  for (const { fields } of samples) yield `${JSON.stringify(protocol.prompt(fields))}\n`
}

async function digestImages(
  paths: readonly string[],
  known: ReadonlyMap<string, string | null>,
  reader: ImageReader,
): Promise<readonly (readonly [string, string | null])[]> {
  const images: (readonly [string, string | null])[] = []
  for (let at = 0; at < paths.length; at += atOnce) {
    const part = paths.slice(at, at + atOnce).map(async path => {
      const digest = known.get(path)
      return [path, digest === undefined ? await digestOfImage(reader, path) : digest] as const
    })
    images.push(...(await Promise.all(part)))
  }
  return images
}

/** Null where it cannot be read: its questions will fail on every machine. */
async function digestOfImage(reader: ImageReader, path: string): Promise<string | null> {
  try {
    return await sha256((await reader.bytes(path)).bytes)
  } catch (error) {
    if (error instanceof VoxelwiseError) return null
    throw error
  }
}

export function digestLines(lines: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(line)
  return hash.digest('hex')
}

/** Writes all or nothing. Where another machine was first, its manifest stays. */
async function writeOnce(path: string, manifest: Manifest): Promise<void> {
  const beside = `${path}.${manifest.identity.slice(0, 8)}-${process.pid}-${Date.now()}`
  try {
    await writeParts(beside, serializeManifest(manifest))
    await link(beside, path).catch(async error => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
      // Some file systems have no links.
      await writeFile(path, await readFile(beside), { flag: 'wx' }).catch(fsError(path))
    })
  } finally {
    await rm(beside, { force: true })
  }
}
