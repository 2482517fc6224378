import { linear } from '@voxelwise/checkpoint'
import { wholeField } from '../../../../engine/base/config-fields.ts'
import type { CheckpointFamily } from '../checkpoint-family.ts'
import { languageOfText } from '../language.ts'
import { towerShape } from '../vision-shapes.ts'
import { imageFeatures, pixelShuffled, towerRows } from './features.ts'

/**
 * Which row of the table of positions each patch of a whole tile gets: `Idefics3VisionEmbeddings`, whose fractions are 32-bit
 * floats, so that a patch can get the row of the one before it.
 */
function positionBuckets(side: number): readonly number[] {
  const step = 1 / side
  // `torch.arange` computes in 64 bits and rounds.
  const boundaries = Array.from({ length: Math.ceil((1 - step) / step) }, (_, i) =>
    Math.fround(step + i * step),
  )
  const narrow = Math.fround(step)
  const most = Math.fround(1 - 1e-6)
  const buckets = Array.from({ length: side }, (_, i) => {
    const fraction = Math.min(Math.fround(i * narrow), most)
    return boundaries.filter(boundary => boundary <= fraction).length
  })
  return buckets.flatMap(row => buckets.map(column => row * side + column))
}

/** Idefics3, SmolVLM and SmolVLM2. Follows `Idefics3Model` of Python's transformers 5.24. */
export const idefics3Checkpoint: CheckpointFamily = {
  modelTypes: ['idefics3', 'smolvlm'],
  language: (config, tensors) => languageOfText(config, 'llama', tensors),
  vision(draft, config, { width }) {
    const { graph } = draft
    const shape = towerShape(config, 'idefics3_vision')
    const [side] = [shape.image[0] / shape.patch[0]]
    const merge = wholeField(config, 'scale_factor', 'config.json', 64, 2)
    // Every tile is whole, so the mask of its pixels is not asked.
    const pixels = graph.input('pixel_values', 'float', [1, 'images', shape.channels, ...shape.image])
    const flat = graph.node('Squeeze', [pixels, graph.integers([0])])
    const rows = towerRows(draft, { ...shape, places: positionBuckets(side) }, [shape.layers], flat)
    const tokens = pixelShuffled(draft, rows, { down: side, across: side, width: shape.width, merge })
    const projected = linear(draft, tokens, 'projector.modality_projection.proj', {
      inputs: shape.width * merge ** 2,
      outputs: width,
      bias: false,
    })
    imageFeatures(draft, projected, width)
  },
}
