/** One `test.json`: its bytes, its items, and everything that can be checked before the other files are known. */

import { STAND_IN_BYTES, standInOf } from '@voxelwise/pixels'
import { errorInfo, VoxelwiseError } from '../../engine/base/errors.ts'
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonAllowance,
  jsonAllowance,
  ofAllowance,
  parseJson,
} from '../../engine/base/json.ts'
import { folderOf, rooted } from '../../engine/base/paths.ts'
import { sha256 } from '../../engine/base/sha256.ts'
import { RecentTexts, type Texts } from '../../engine/base/texts.ts'
import { utf8Text } from '../containers/bytes.ts'
import { standsForAnother } from '../containers/stand-in.ts'
import { badJson, checkJsonSize, MAX_SAMPLES_FILE } from '../sources/file-limits.ts'
import type { FolderSource } from '../sources/source.ts'
import { type Admission, admit } from './admit.ts'

export interface TestFile {
  /** SHA-256 of its bytes. */
  readonly digest: string
  /** Of each of its items, in their order. */
  readonly items: readonly Admission[]
  /** The part of the allowance that it used. */
  readonly took: { readonly values: number; readonly characters: number }
}

/**
 * @param allowance the rest of it
 * @param images rooted paths of images, which samples share
 * @param onDigest called before the bytes are parsed
 * @throws VoxelwiseError file-unreadable, file-too-large, bad-json or not-an-array, naming the file
 */
export async function readTestFile(
  source: FolderSource,
  path: string,
  allowance: JsonAllowance,
  images: Texts,
  onDigest?: (digest: string) => void,
): Promise<TestFile> {
  const file = rooted(source.name, path)
  const bytes = await readBytes(source, path, file)
  const digest = await sha256(bytes)
  onDigest?.(digest)
  const before = { ...allowance }
  const around = { root: source.name, folder: folderOf(file), images }
  const parsed = parseItems(bytes, file, allowance)
  // Those of all files of a folder are bounded, too.
  allowance.valuesLeft -= (costWithoutFields - 1) * withoutFields(parsed, file)
  const items = parsed.map(item => admit(item, around))
  const took = {
    values: before.valuesLeft - allowance.valuesLeft,
    characters: before.charactersLeft - allowance.charactersLeft,
  }
  return { digest, items, took }
}

/** How many of its items have the fields of a sample, with an image or without. */
export const samplesOf = ({ items }: TestFile): number =>
  items.reduce((sum, { skip }) => (skip === 'missing_required_fields' ? sum : sum + 1), 0)

async function readBytes(source: FolderSource, path: string, file: string): Promise<ArrayBuffer> {
  try {
    const blob = await source.open(path)
    checkJsonSize(file, blob.size, MAX_SAMPLES_FILE)
    return await blob.arrayBuffer()
  } catch (error) {
    throw new VoxelwiseError({
      ...errorInfo(error, {
        code: 'file-unreadable',
        subject: file,
        message: 'The file cannot be read.',
        remedy: 'Check that the file exists and is readable, then open the folder again.',
      }),
      subject: file,
      cause: error,
    })
  }
}

function parseItems(bytes: ArrayBuffer, file: string, allowance: JsonAllowance): readonly Json[] {
  const json = parseFile(bytes, file, allowance)
  if (isJsonArray(json)) return json
  throw new VoxelwiseError({
    code: 'not-an-array',
    subject: file,
    message: 'The file is not an array of samples.',
    remedy: 'A test.json must be a JSON array of objects.',
  })
}

/**
 * What an item without fields takes of an allowance. Each is listed as skipped, which takes far more memory than its text of
 * two characters: in a file of 8 MB they took 700 MB. Items with fields are bounded by the values that they hold.
 */
const costWithoutFields = 8
const mostWithoutFields = jsonAllowance().values / costWithoutFields

/** @throws VoxelwiseError file-too-large where there are too many */
function withoutFields(items: readonly Json[], file: string): number {
  let count = 0
  for (const item of items)
    if (!hasFields(item) && ++count > mostWithoutFields)
      throw new VoxelwiseError({
        code: 'file-too-large',
        subject: file,
        message: `More than ${mostWithoutFields} of its items are not objects with fields.`,
        remedy: 'A test.json must be a JSON array of objects.',
      })
  return count
}

function hasFields(item: Json): boolean {
  if (!isJsonObject(item)) return false
  for (const _ in item) return true
  return false
}

function parseFile(bytes: ArrayBuffer, file: string, allowance: JsonAllowance): Json {
  try {
    const text = utf8Text(bytes)
    return ofAllowance(allowance, jsonAllowance(), own => parseJson(text, own, { texts: new RecentTexts() }))
  } catch (error) {
    const other = standInOf(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, STAND_IN_BYTES)))
    if (other) throw standsForAnother('bad-json', file, other)
    const utf8 = 'Save it as UTF-8 without a byte order mark.'
    throw badJson(file, error, 'The file', { json: 'Correct it at that place.', utf8 })
  }
}
