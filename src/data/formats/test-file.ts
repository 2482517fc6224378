/** One `test.json`: its bytes, its items, and everything that can be checked before the other files are known. */

import { findStandIn, STAND_IN_BYTES } from '@voxelwise/pixels'
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonAllowance,
  jsonAllowance,
  ofAllowance,
  parentFolder,
  parseJson,
  rooted,
} from '@voxelwise/python'
import { utf8Text } from '@voxelwise/tables'
import { errorInfo, VoxelwiseError } from '../../engine/base/errors.ts'
import { sha256 } from '../../engine/base/sha256.ts'
import { RecentTexts, type Texts } from '../../engine/base/texts.ts'
import { standsForAnother } from '../containers/errors.ts'
import { badJson, checkJsonSize, MAX_SAMPLES_FILE } from '../sources/file-limits.ts'
import type { FolderSource } from '../sources/source.ts'
import { type Admission, admit } from './admit.ts'

export interface TestFile {
  /** SHA-256 of its bytes. */
  readonly digest: string
  /** The admission of each of its items, in their order. */
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
  const around = { root: source.name, folder: parentFolder(file), images }
  const parsed = parseItems(bytes, file, allowance)
  // Those of all files of a folder are bounded, too.
  allowance.valuesLeft -= costOfSmall(parsed, file)
  const items = parsed.map(item => admit(item, around))
  const took = {
    values: before.valuesLeft - allowance.valuesLeft,
    characters: before.charactersLeft - allowance.charactersLeft,
  }
  return { digest, items, took }
}

/** How many of its items have the fields of a sample, with an image or without. */
export const countSamples = ({ items }: TestFile): number =>
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
 * What an item takes of an allowance at least. Each is listed as skipped, which takes far more memory than a text of two
 * characters: in a file of 8 MB they took 700 MB. An item of four fields holds as many values.
 */
const leastCost = 8
const leastFields = leastCost / 2
const mostSmall = jsonAllowance().values / leastCost

/** What small items take beyond their values. @throws VoxelwiseError file-too-large where there are too many */
function costOfSmall(items: readonly Json[], file: string): number {
  let [count, cost] = [0, 0]
  for (const item of items) {
    const fields = countFields(item)
    if (fields >= leastFields) continue
    cost += leastCost - 1 - 2 * fields
    if (++count > mostSmall)
      throw new VoxelwiseError({
        code: 'file-too-large',
        subject: file,
        message: `More than ${mostSmall} of its items have fewer than ${leastFields} fields.`,
        remedy: 'A test.json must be a JSON array of objects with the fields of a sample.',
      })
  }
  return cost
}

/** No further than matters. */
function countFields(item: Json): number {
  let count = 0
  if (isJsonObject(item)) for (const _ in item) if (++count >= leastFields) break
  return count
}

function parseFile(bytes: ArrayBuffer, file: string, allowance: JsonAllowance): Json {
  try {
    const text = utf8Text(bytes)
    return ofAllowance(allowance, jsonAllowance(), fileAllowance =>
      parseJson(text, fileAllowance, { texts: new RecentTexts() }),
    )
  } catch (error) {
    const other = findStandIn(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, STAND_IN_BYTES)))
    if (other) throw standsForAnother('bad-json', file, other)
    const utf8 = 'Save it as UTF-8 without a byte order mark.'
    throw badJson(file, error, 'The file', { json: 'Correct it at that place.', utf8 })
  }
}
