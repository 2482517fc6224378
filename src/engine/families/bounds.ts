import { fieldError } from '../base/config-fields.ts'

export const settingsFile = 'preprocessor_config.json'

/** Limits of settings, checked before the work. Every published checkpoint stays far below them. */

/** Pixels of a side, of an image or a tile. */
export const maxSide = 8192

/** Pixels of a patch's side, and patches that are merged along a side. */
export const maxPatch = 256

export const maxMerged = 64

export const maxTiles = 256

export const maxTokens = 2 ** 16

/** Numbers that the encoder is given of one image: 256 MiB in float32. */
export const maxValues = 2 ** 26

/** Bytes of an image on its way from one size to another. */
const maxBytes = 2 ** 28

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Checked before an image is resized to `width` x `height` pixels, via as many columns of its own height.
 * @param field the setting at fault if a small image would become too large
 * @throws VoxelwiseError model-config; RangeError if the image itself is too large, or too long and thin
 */
export function checkSize(image: Size, width: number, height: number, field: string): void {
  const isWhole = [width, height].every(side => Number.isSafeInteger(side) && side > 0)
  if (!isWhole) throw new RangeError(`it would become ${width} x ${height}`)
  const bytes = 3 * width * Math.max(height, image.height)
  if (bytes > maxBytes) throw tooMuch(image, width * height, field, `${width} x ${height} pixels`)
}

/** Asked before `values` numbers are made of an image. @throws as checkSize */
export function checkValues(image: Size, values: number, field: string): void {
  if (!(values <= maxValues)) throw tooMuch(image, values / 3, field, `${values} numbers`)
}

/** Tokens of an image, a whole number. @throws as checkSize */
export function checkedTokens(image: Size, tokens: number, field: string): number {
  if (tokens > maxTokens) throw tooMuch(image, tokens, field, `${tokens} tokens`)
  if (Number.isInteger(tokens) && tokens > 0) return tokens
  throw new RangeError(`${tokens} tokens would be needed for it`)
}

/** If an image grows many times, the settings are at fault. */
function tooMuch(image: Size, pixels: number, field: string, what: string): Error {
  if (image.width * image.height > 2 ** 20 && pixels <= 4 * image.width * image.height)
    return new RangeError(`it would become ${what}`)
  return fieldError(
    settingsFile,
    field,
    `less: an image of ${image.width} x ${image.height} would become ${what}`,
  )
}
