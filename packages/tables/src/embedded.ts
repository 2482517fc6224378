/** Opens the target of a locator inside a file of rows: the encoded file of an image, as stored in its cell. */
import { get, isJsonArray, isJsonObject, type Json, parseJson } from '@voxelwise/python'
import { type ByteFile, type Bytes, utf8Text } from './bytes.ts'
import { decodeBase64 } from './image-bytes.ts'
import { MAX_ITEM } from './limits.ts'
import { escapeName, referenceTo, unescapeName } from './reference.ts'
import { PlaceMissing, TableError } from './table-error.ts'

/** Receives the size before reading, and throws if it is too large. */
export type SizeCheck = (bytes: number) => void

/**
 * The image whose base64 text is at `start-end` of delimited text.
 * @throws TableError image-unreadable, file-missing if there is no such place
 */
export async function imageInText(file: ByteFile, locator: string, check: SizeCheck): Promise<Bytes> {
  const { start, end } = parseSpan(file, locator)
  check(Math.floor(((end - start) * 3) / 4))
  const text = await file.read(start, end)
  return decoded(text, `${file.name}//${locator}`)
}

/** @throws TableError file-missing where the file has no such place */
function parseSpan(file: ByteFile, locator: string): { readonly start: number; readonly end: number } {
  const match = /^(\d{1,16})-(\d{1,16})$/.exec(locator)
  const [start, end] = [Number(match?.[1]), Number(match?.[2])]
  if (start <= end && end <= file.size) return { start, end }
  throw noSuchPlace(file, locator)
}

/** @throws TableError image-unreadable */
export function decoded(text: Uint8Array, name: string): Bytes {
  const bytes = decodeBase64(text)
  if (bytes) return bytes
  const message = 'The cell starts as a base64 image but contains other text.'
  const remedy = 'Download the file of the data set again.'
  throw new TableError({ code: 'image-unreadable', subject: name, message, remedy })
}

export function noSuchPlace(file: ByteFile, locator: string): PlaceMissing {
  const message = 'The file has no image at this position. It may have changed.'
  const remedy = 'Open the data set again.'
  return new PlaceMissing({
    code: 'file-missing',
    subject: referenceTo(file.name, locator),
    message,
    remedy,
  })
}

/**
 * The place of a text in a file of JSON: the bytes of an item, then names and positions within it, as
 * `120-480/images/0`. With `{}` in front, the bytes are a member of an object, `"key": value`.
 */
export interface JsonChunk {
  readonly start: number
  readonly end: number
  /** `"key": value` instead of a value. */
  readonly isMember: boolean
}

export function chunkLocator(
  { start, end, isMember }: JsonChunk,
  path: readonly (string | number)[],
): string {
  return [`${isMember ? '{}' : ''}${start}-${end}`, ...path.map(part => escapeName(String(part)))].join('/')
}

/** @throws SyntaxError of some kind where it is not JSON; TypeError where it is not UTF-8 */
export function parseChunk(bytes: Uint8Array, isMember: boolean): Json {
  const text = utf8Text(bytes)
  return parseJson(isMember ? `{${text}}` : text)
}

/** The image whose base64 text is a JSON string. @throws TableError image-unreadable, file-missing */
export async function imageInJson(file: ByteFile, locator: string, check: SizeCheck): Promise<Bytes> {
  const [place = '', ...names] = locator.split('/')
  const isMember = place.startsWith('{}')
  const { start, end } = parseSpan(file, isMember ? place.slice(2) : place)
  if (end - start > MAX_ITEM) throw noSuchPlace(file, locator)
  const bytes = await file.read(start, end)
  const text = textAt(bytes, isMember, names)
  if (text === null) throw noSuchPlace(file, locator)
  check(Math.floor((text.length * 3) / 4))
  return decoded(new TextEncoder().encode(text), `${file.name}//${locator}`)
}

function textAt(bytes: Uint8Array, isMember: boolean, names: readonly string[]): string | null {
  try {
    let value: Json | undefined = parseChunk(bytes, isMember)
    for (const name of names) {
      if (isJsonArray(value)) value = value[Number(name)]
      else if (isJsonObject(value)) value = get(value, unescapeName(name))
      else return null
    }
    return typeof value === 'string' ? value : null
  } catch {
    // Whatever it was when the reference was made, it is none now.
    return null
  }
}
