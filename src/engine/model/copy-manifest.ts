/** What a private copy of a model holds: the graphs and weights of one precision that were made of a checkpoint's folder. */

import { crc32 } from '@voxelwise/pixels'
import type { Json } from '@voxelwise/python'
import type * as v from 'valibot'
import { byKey, listOf, nullable, oneOf, read, shape, whole } from '../base/schema.ts'
import { sha256 } from '../base/sha256.ts'
import { hash, isoDate, name, path } from '../base/stored-values.ts'
import { adapterSchema } from '../protocol/identity.ts'
import { dtypeSchema } from '../protocol/mixed-precision.ts'

/** Bytes of a file that one checksum covers. */
export const copiedPiece = 16 * 2 ** 20

const largestFile = 2 ** 46
const mostFiles = 100_000

const copiedFileSchema = shape({
  path,
  size: whole(0, largestFile),
  /** CRC-32 of each piece of `copiedPiece` bytes. */
  checksums: listOf(whole(0, 2 ** 32 - 1), 0, Math.ceil(largestFile / copiedPiece)),
})
export type CopiedFile = v.InferOutput<typeof copiedFileSchema>

const manifestSchema = shape({
  version: oneOf([1]),
  /** The model's, with that of its adapter. */
  name,
  dtype: dtypeSchema,
  made: isoDate,
  /** Fingerprint of the checkpoint in this precision, as runs have it. */
  fingerprint: hash,
  adapter: nullable(adapterSchema),
  /** SHA-256 of each of the checkpoint's files of weights, by path. */
  weights: byKey(path, hash),
  files: listOf(copiedFileSchema, 1, mostFiles),
})
export type CopyManifest = v.InferOutput<typeof manifestSchema>

/** The manifest as a file: its digest, then its text. A file that was cut or changed does not have the digest that it names. */
export async function manifestText(manifest: CopyManifest): Promise<string> {
  const text = JSON.stringify(manifest)
  return `${await sha256(new TextEncoder().encode(text))}\n${text}`
}

/** @returns null where the text is not what was written, or of another version */
export async function readManifest(text: string): Promise<CopyManifest | null> {
  const end = text.indexOf('\n')
  const manifest = text.slice(end + 1)
  if (end < 0 || text.slice(0, end) !== (await sha256(new TextEncoder().encode(manifest)))) return null
  try {
    return read(manifestSchema, JSON.parse(manifest) as Json, '')
  } catch {
    return null
  }
}

export const bytesOfCopy = ({ files }: Pick<CopyManifest, 'files'>): number =>
  files.reduce((sum, { size }) => sum + size, 0)

/** @param index of the piece in its file */
export const isWhole = ({ checksums }: CopiedFile, index: number, piece: Uint8Array): boolean =>
  checksums[index] === crc32(piece)
