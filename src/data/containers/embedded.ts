/** Opens the target of a locator inside a file of rows: the encoded file of an image, as stored in its cell. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { ByteFile } from './bytes.ts'
import { decodeBase64 } from './image-bytes.ts'

/** Receives the size before reading, and throws if it is too large. */
export type SizeCheck = (bytes: number) => void

/**
 * The image whose base64 text is at `start-end` of delimited text.
 * @throws VoxelwiseError image-unreadable, file-missing if there is no such place
 */
export async function imageInText(
  file: ByteFile,
  locator: string,
  check: SizeCheck,
): Promise<Uint8Array<ArrayBuffer>> {
  const { start, end } = spanOf(file, locator)
  check(Math.floor(((end - start) * 3) / 4))
  const text = await file.read(start, end)
  return decoded(text, `${file.name}//${locator}`)
}

/** @throws VoxelwiseError file-missing where the file has no such place */
export function spanOf(file: ByteFile, locator: string): { readonly start: number; readonly end: number } {
  const match = /^(\d{1,16})-(\d{1,16})$/.exec(locator)
  const [start, end] = [Number(match?.[1]), Number(match?.[2])]
  if (start <= end && end <= file.size) return { start, end }
  throw noSuchPlace(file, locator)
}

/** @throws VoxelwiseError image-unreadable */
export function decoded(text: Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(text)
  if (bytes) return bytes
  throw new VoxelwiseError({
    code: 'image-unreadable',
    subject: name,
    message: 'The cell starts as a base64 image but contains other text.',
    remedy: 'Download the file of the data set again.',
  })
}

export function noSuchPlace(file: ByteFile, locator: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'file-missing',
    subject: `${file.name}//${locator}`,
    message: 'The file has no image at this position. It may have changed.',
    remedy: 'Open the data set again, and start a new run.',
  })
}
