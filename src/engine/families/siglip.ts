import type { Pixels } from '../image/pixels.ts'
import { resample } from '../image/resample.ts'
import { flag, object, positive } from '../model/fields.ts'
import type { TensorData } from './family.ts'
import {
  filterOf,
  normalizationOf,
  plainColours,
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
  const pixels = flag(settings, 'do_resize', settingsFile, true)
    ? resample(
        image,
        positive(size, 'width', settingsFile),
        positive(size, 'height', settingsFile),
        filterOf(settings, resampling),
      )
    : image
  return {
    type: 'float32',
    dims: [1, 3, pixels.height, pixels.width],
    data: stacked([pixels], normalizationOf(settings, plainColours)),
  }
}
