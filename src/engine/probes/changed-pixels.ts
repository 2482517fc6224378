import type { Pixels } from '@voxelwise/pixels'
import type { PixelChange } from '../protocol/probe.ts'
import { corruptByModality } from '../seams.ts'
import { corrupt } from './corrupt.ts'
import { findProbeKind } from './kind-of.ts'
import type { PixelTools } from './kinds/probe-kind.ts'
import { offTopicLike } from './off-topic.ts'

const tools: PixelTools = { corrupt, corruptByModality, offTopicLike }

/**
 * The model's input instead of the image: always fresh pixels of the same kind, and of the same size unless turned.
 * @param path rooted path of the file; each file has its own noise
 * @throws Error of a change that leaves the pixels as they are
 */
export function changedPixels(pixels: Pixels, path: string, change: PixelChange): Pixels {
  const { pixels: work, kind } = findProbeKind(change)
  if (!work) throw new Error(`A pass of "${kind}" changes no pixels.`)
  return work.changed(pixels, path, change, tools)
}
