/** The three graphs of an Idefics3, with the inputs and outputs that real ones have and no weights. */
import { type Graph, onnxFile, onnxType } from './onnx-bytes.ts'

export const encoderGraph: Graph = {
  inputs: [
    { name: 'pixel_values', dims: ['batch', 'tiles', 3, 512, 512] },
    { name: 'pixel_attention_mask', dims: ['batch', 'tiles', 512, 512] },
  ],
  outputs: ['image_features'],
}

export const embedGraph: Graph = {
  inputs: [{ name: 'input_ids', type: onnxType.int64, dims: ['batch', 'length'] }],
  outputs: ['inputs_embeds'],
}

const pair = ['key', 'value']

export const decoderGraph: Graph = {
  inputs: [
    { name: 'inputs_embeds', dims: ['batch', 'length', 8] },
    { name: 'attention_mask', type: onnxType.int64, dims: ['batch', 'total'] },
    { name: 'position_ids', type: onnxType.int64, dims: ['batch', 'length'] },
    ...pair.map(part => ({ name: `past_key_values.0.${part}`, dims: ['batch', 2, 'past', 4] })),
  ],
  outputs: ['logits', ...pair.map(part => `present.0.${part}`)],
}

/** The files of one precision; `decoder` adds to its graph or replaces parts of it. */
export const sessionFiles = (suffix: string, decoder: Graph = {}) => ({
  [`onnx/vision_encoder${suffix}.onnx`]: onnxFile(encoderGraph),
  [`onnx/embed_tokens${suffix}.onnx`]: onnxFile(embedGraph),
  [`onnx/decoder_model_merged${suffix}.onnx`]: onnxFile({ ...decoderGraph, ...decoder }),
})
