/** Mean and deviation of a data set's pixels, for noise that looks like its images. */

import { type ImageCodec, MomentSum, type Moments, type WindowPolicy } from '@voxelwise/pixels'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { hashText } from '../../engine/base/hash.ts'
import { listImages, type Sample } from '../../engine/protocol/sample.ts'
import { readPixels } from './decoding.ts'
import type { ReadFile } from './mask.ts'

/** Images that are read, and images that are tried. */
const [enough, most] = [40, 60]

/**
 * Moments of 40 images that a seed draws, to two decimals. An image that cannot be read is left out. The choice does
 * not depend on the order of the samples.
 * @returns null where none of 60 images can be read
 */
export async function datasetMoments(
  samples: readonly Sample[],
  seed: number,
  read: ReadFile,
  codec: ImageCodec,
  policy: WindowPolicy,
): Promise<Moments | null> {
  const paths = [...new Set(samples.flatMap(listImages))]
  const drawn = paths
    .map(path => ({ path, key: hashText(seed, path) }))
    .sort((a, b) => a.key - b.key)
    .slice(0, most)
  const sum = new MomentSum()
  let images = 0
  for (const { path } of drawn) {
    if (images === enough) break
    try {
      sum.add(await readPixels(new Uint8Array(await read(path)), path, codec, policy))
      images++
    } catch (error) {
      if (!(error instanceof VoxelwiseError)) throw error
    }
  }
  const moments = sum.moments()
  return moments && { means: rounded(moments.means), deviations: rounded(moments.deviations) }
}

const rounded = ([r, g, b]: Moments['means']): Moments['means'] => [hundredth(r), hundredth(g), hundredth(b)]
const hundredth = (value: number): number => Math.round(100 * value) / 100
