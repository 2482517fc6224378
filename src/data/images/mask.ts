/** Masks of regions: image files of a data set that mark a part of another image. */

import type { ImageCodec, Pixels } from '@voxelwise/pixels'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { markedBox, redMark, regionMissing } from '../../engine/probes/region.ts'
import type { Box, PixelChange } from '../../engine/protocol/probe.ts'
import { readPixels } from './decoding.ts'

/** The bytes of a file of the data set. @param path rooted @throws VoxelwiseError file-missing and others */
export type ReadFile = (path: string) => Promise<ArrayBuffer>

/**
 * A change with the box of its mask; one without a mask as it is.
 * @throws VoxelwiseError region-missing where there is no mask, it marks nothing, or has another size than the image
 */
export async function withMask(
  change: PixelChange,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  path: string,
  read: ReadFile,
  codec: ImageCodec,
): Promise<PixelChange> {
  const { masks, ...rest } = change
  if (!masks) return change
  const maskFile = await readFirst(masks, read)
  if (!maskFile) throw regionMissing(path, 'Its mask is not in the folder.')
  const mask = await readPixels(new Uint8Array(maskFile.bytes), maskFile.path, codec)
  if (mask.width !== width || mask.height !== height)
    throw regionMissing(
      path,
      `Its mask has ${mask.width} × ${mask.height} pixels, and the image ${width} × ${height}.`,
    )
  const box = markedBox(mask)
  if (!box) throw regionMissing(path, 'Its mask marks nothing.')
  return { ...rest, box }
}

/** The box of a mask or a red mark that a change has; null where there is none. @throws VoxelwiseError as `readPixels` */
export async function findMarkedBox(
  change: PixelChange,
  pixels: Pixels,
  path: string,
  read: ReadFile,
  codec: ImageCodec,
): Promise<Box | null> {
  if (change.isMarked) return redMark(pixels)
  try {
    return (await withMask(change, pixels, path, read, codec)).box ?? null
  } catch (error) {
    if (error instanceof VoxelwiseError && error.info.code === 'region-missing') return null
    throw error
  }
}

async function readFirst(paths: readonly string[], read: ReadFile) {
  for (const path of paths)
    try {
      return { path, bytes: await read(path) }
    } catch (error) {
      if (!(error instanceof VoxelwiseError && error.info.code === 'file-missing')) throw error
    }
  return null
}
