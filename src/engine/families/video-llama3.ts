/** VideoLLaMA 3 and Hulu-Med, which is made of it, with still images. */

import { halfToEven } from '@voxelwise/pixels'
import { fieldError, flagField, wholeField } from '../base/config-fields.ts'
import { checkedTokens, checkValues, maxTokens } from './bounds.ts'
import type { Family, ModelConfigs } from './family.ts'
import { areas, patchedImage, pixelDetails, readPatching, smartSize, writtenAreas } from './patches.ts'
import { clipColours, plainColours, settingsFile } from './processing.ts'

type Size = readonly [width: number, height: number]

/** The name of Hulu-Med's own image processor in its settings. */
const huluProcessor = 'HulumedImageProcessor'

const isHulu = ({ imageProcessor }: ModelConfigs): boolean =>
  imageProcessor.image_processor_type === huluProcessor

/** Bounds of the area of an image that is alone in its prompt. */
function huluAreas(configs: ModelConfigs) {
  const { patch } = readPatching(configs)
  const tokens = (field: string, absent: number): number =>
    wholeField(configs.imageProcessor, field, settingsFile, maxTokens, absent)
  return { min: tokens('min_tokens', 16) * patch ** 2, max: tokens('max_tokens', 16_384) * patch ** 2 }
}

/**
 * `simple_batched_resize` of Hulu-Med's `image_processing_hulumed.py`. It takes the size of a Pillow image, which is width and
 * height, for height and width: an image that is not square is stretched to the other one's sides. All images of a prompt
 * share the most tokens.
 */
function huluSize([width, height]: Size, configs: ModelConfigs, count: number): Size {
  const { patch } = readPatching(configs)
  const { min: least, max } = huluAreas(configs)
  const most = Math.floor(max / count)
  const sides = [width, height] as const
  const drawn = (round: (patches: number) => number, scale: number): Size => {
    const [down, across] = sides.map(side => round((side * scale) / patch) * patch) as [number, number]
    return [across, down]
  }
  const area = ([across, down]: Size): number => across * down
  const whole = drawn(halfToEven, 1)
  const shrunk = area(whole) > most ? drawn(Math.floor, 1 / Math.sqrt((width * height) / most)) : whole
  return area(shrunk) < least ? drawn(Math.ceil, Math.sqrt(least / (width * height))) : shrunk
}

function fittedSides(size: Size, configs: ModelConfigs, count: number): Size {
  const { imageProcessor: settings } = configs
  const { patch, merge, time } = readPatching(configs)
  // The settings of videos, whose features are averaged.
  if (merge !== 1) throw fieldError(settingsFile, 'merge_size', '1 for still images')
  const { min, max } = areas(settings)
  const drawn = isHulu(configs) ? huluSize(size, configs, count) : smartSize(...size, patch, min, max)
  const [width, height] = flagField(settings, 'do_resize', settingsFile, true) ? drawn : size
  const named = { width: size[0], height: size[1] }
  checkValues(named, 3 * time * width * height, 'size')
  checkedTokens(named, (width * height) / patch ** 2, 'patch_size')
  return [width, height]
}

const imageToken = ({ processor }: ModelConfigs): string =>
  typeof processor.image_token === 'string' ? processor.image_token : '<|image_pad|>'

/** Follows `VideoLlama3ImageProcessorPil` and `VideoLlama3Processor` of Python's transformers 5.24. */
export const videoLlama3: Family = {
  modelTypes: ['video_llama_3'],
  // Its merging of features is LLaVA's.
  modelClass: 'LlavaForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  dependsOnCount: 'exactly',
  placeholder: imageToken,
  details: pixelDetails(
    configs => (isHulu(configs) ? huluAreas(configs) : areas(configs.imageProcessor)),
    ({ min, max }, configs) => {
      if (!isHulu(configs)) return writtenAreas({ min, max })
      const patches = (area: number): number =>
        Math.max(1, Math.floor(area / readPatching(configs).patch ** 2))
      return { min_tokens: patches(min), max_tokens: patches(max) }
    },
  ),
  prepareImage(image, configs, count = 1) {
    const size = fittedSides([image.width, image.height], configs, count)
    const { tensors, rows, columns } = patchedImage(
      image,
      size,
      configs,
      isHulu(configs) ? clipColours : plainColours,
    )
    return { tensors, tokens: imageToken(configs).repeat(rows * columns) }
  },
  imageTokens(width, height, configs) {
    const [across, down] = fittedSides([width, height], configs, 1)
    return (across * down) / readPatching(configs).patch ** 2
  },
}
