import { isFields, positive } from '../base/config-fields.ts'
import type { Family } from './family.ts'
import { settingsFile } from './processing.ts'
import { minArea, patchFamily, patchingOf, smartSize, tokenSide } from './qwen-vl.ts'

/**
 * GLM-OCR. Follows `Glm46VImageProcessorPil` and `Glm46VProcessor` of Python's transformers 5.23: sized as Qwen-VL's
 * images are, save that a side shorter than a token is first drawn up to one, and that the bounds are of a
 * volume, in which a still image is repeated in time.
 */
export const glmOcr: Family = patchFamily(
  ['glm_ocr'],
  'GlmOcrForConditionalGeneration',
  '<|image|>',
  (width, height, settings) => {
    const { time } = patchingOf(settings)
    const size = isFields(settings.size) ? settings.size : {}
    const least = minArea(size.shortest_edge, 'size: shortest_edge', 112 * 112) / time
    const most = positive(size, 'longest_edge', settingsFile, 28 * 28 * 15000) / time
    const side = tokenSide(settings)
    if (width >= side && height >= side) return smartSize(width, height, side, least, most)
    const scale = Math.max(side / height, side / width)
    return smartSize(Math.trunc(width * scale), Math.trunc(height * scale), side, least, most)
  },
)
