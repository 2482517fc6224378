import { flag, object, whole } from '../base/config-fields.ts'
import type { Pixels } from '../image/pixels.ts'
import { checkValues, maxSide } from './bounds.ts'
import type { TensorData } from './family.ts'
import {
  filterOf,
  normalizationOf,
  plainColours,
  resized,
  type Settings,
  settingsFile,
  stacked,
} from './processing.ts'

/**
 * An image stretched to the encoder's own size: 1 x 3 x height x width. What `SiglipImageProcessorPil` and
 * `Gemma3ImageProcessorPil` (without pan and scan) of Python's transformers 5.23 do.
 * @param resampling number of a `PIL.Image.Resampling`, for a file that names none
 */
export function stretched(image: Pixels, settings: Settings, resampling: number): TensorData {
  const size = object(settings, 'size', settingsFile)
  const side = (field: string): number => whole(size, field, `${settingsFile}: size`, maxSide)
  const pixels = flag(settings, 'do_resize', settingsFile, true)
    ? resized(image, side('width'), side('height'), filterOf(settings, resampling), 'size')
    : image
  checkValues(image, 3 * pixels.width * pixels.height, 'size')
  return {
    type: 'float32',
    dims: [1, 3, pixels.height, pixels.width],
    data: stacked([pixels], normalizationOf(settings, plainColours)),
  }
}
