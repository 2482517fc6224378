/**
 * Published small vision-language models, smallest first. The set-up page and docs/getting-started.md show this list,
 * and a test compares the two. None of the figures was measured by this project.
 */
import type { ModelConfigs } from '../../../engine/families/family.ts'

/** The parts of a model, by what their sessions do. */
export const modelParts = ['encoder', 'embedding', 'decoder'] as const
export type ModelPart = (typeof modelParts)[number]

export interface PublishedVlm {
  readonly name: string
  /** On huggingface.co. */
  readonly repository: string
  /** `model_type` of its config.json. */
  readonly family: string
  /** `checkpoint`: the folder for PyTorch, of which the page writes the graphs. `onnx`: those of a family that it cannot write. */
  readonly publishedAs: 'onnx' | 'checkpoint'
  /** The checkpoint's folder has exported graphs, too, which would be run in its place: they are left out. */
  readonly hasOnnx?: true
  /** It was trained for medicine. */
  readonly isMedical?: true
  /** A licence has to be accepted before it can be downloaded. */
  readonly isGated?: true
  /** Parameters of each part as stored in a session. An output matrix that equals the word embedding counts in both. */
  readonly parameters: Readonly<Record<ModelPart, number>>
  /** What memory and the tokens of an image depend on, as its files have it; null where it is not known here. */
  readonly configs: Pick<ModelConfigs, 'config' | 'imageProcessor' | 'processor'> | null
}

type Fields = Readonly<Record<string, unknown>>

/** The language part, as config.json describes it. */
const decoder = (
  width: number,
  inner: number,
  layers: number,
  heads: number,
  keyValueHeads: number,
  vocabulary: number,
  headSize?: number,
) => ({
  hidden_size: width,
  intermediate_size: inner,
  num_hidden_layers: layers,
  num_attention_heads: heads,
  num_key_value_heads: keyValueHeads,
  ...(headSize !== undefined && { head_dim: headSize }),
  vocab_size: vocabulary,
})

const siglipBase512 = {
  image_size: 512,
  patch_size: 16,
  hidden_size: 768,
  intermediate_size: 3072,
  num_attention_heads: 12,
}
const siglipSo400m = (image: number) => ({
  image_size: image,
  patch_size: 14,
  hidden_size: 1152,
  intermediate_size: 4304,
  num_attention_heads: 16,
})

/** An image is divided into tiles of the encoder's size, up to a longest side. */
const tiled = (
  text: Fields,
  vision: Fields,
  scale: number,
  tile: number,
  longest: number,
  length: number,
) => ({
  config: { text_config: text, vision_config: vision, scale_factor: scale },
  imageProcessor: { size: { longest_edge: longest }, max_image_size: { longest_edge: tile } },
  processor: { image_seq_len: length },
})

const smolLm135 = decoder(576, 1536, 30, 9, 3, 49_280)
const smolLm360 = decoder(960, 2560, 32, 15, 5, 49_280)
const smol256 = {
  parameters: { encoder: 93.6e6, embedding: 28.4e6, decoder: 135.2e6 },
  configs: tiled(smolLm135, siglipBase512, 4, 512, 2048, 64),
}
const smol500 = {
  parameters: { encoder: 98e6, embedding: 47.3e6, decoder: 362e6 },
  configs: tiled(smolLm360, siglipBase512, 4, 512, 2048, 64),
}

const qwen2Vl2b = {
  parameters: { encoder: 665e6, embedding: 233e6, decoder: 1.54e9 },
  configs: qwen({
    text: decoder(1536, 8960, 28, 12, 2, 151_936),
    vision: { patch_size: 14, embed_dim: 1280, num_heads: 16, mlp_ratio: 4, spatial_merge_size: 2 },
  }),
}

export const publishedVlms: readonly PublishedVlm[] = [
  {
    name: 'SmolVLM 256M',
    repository: 'HuggingFaceTB/SmolVLM-256M-Instruct',
    family: 'idefics3',
    publishedAs: 'checkpoint',
    hasOnnx: true,
    ...smol256,
  },
  {
    name: 'SmolVLM2 256M',
    repository: 'HuggingFaceTB/SmolVLM2-256M-Video-Instruct',
    family: 'smolvlm',
    publishedAs: 'checkpoint',
    hasOnnx: true,
    ...smol256,
  },
  {
    name: 'SmolVLM 500M',
    repository: 'HuggingFaceTB/SmolVLM-500M-Instruct',
    family: 'idefics3',
    publishedAs: 'checkpoint',
    hasOnnx: true,
    ...smol500,
  },
  {
    name: 'SmolVLM2 500M',
    repository: 'HuggingFaceTB/SmolVLM2-500M-Video-Instruct',
    family: 'smolvlm',
    publishedAs: 'checkpoint',
    hasOnnx: true,
    ...smol500,
  },
  {
    name: 'FastVLM 0.5B',
    repository: 'onnx-community/FastVLM-0.5B-ONNX',
    family: 'llava_qwen2',
    publishedAs: 'onnx',
    parameters: { encoder: 129e6, embedding: 136e6, decoder: 494e6 },
    // Its encoder is no transformer, so it has no width and heads.
    configs: {
      config: decoder(896, 4864, 24, 14, 2, 151_936),
      imageProcessor: { size: { shortest_edge: 1024 }, crop_size: { width: 1024, height: 1024 } },
      processor: {},
    },
  },
  {
    name: 'SmolVLM 2B',
    repository: 'HuggingFaceTB/SmolVLM-Instruct',
    family: 'idefics3',
    publishedAs: 'checkpoint',
    hasOnnx: true,
    parameters: { encoder: 434e6, embedding: 101e6, decoder: 1.71e9 },
    configs: tiled(decoder(2048, 8192, 24, 32, 32, 49_155), siglipSo400m(384), 3, 384, 1536, 81),
  },
  {
    name: 'Qwen2-VL 2B',
    repository: 'Qwen/Qwen2-VL-2B-Instruct',
    family: 'qwen2_vl',
    publishedAs: 'checkpoint',
    ...qwen2Vl2b,
  },
  {
    name: 'MedVLM-R1',
    repository: 'JZPeterPan/MedVLM-R1',
    family: 'qwen2_vl',
    publishedAs: 'checkpoint',
    isMedical: true,
    ...qwen2Vl2b,
  },
  {
    name: 'InternVL3.5 2B',
    repository: 'OpenGVLab/InternVL3_5-2B-HF',
    family: 'internvl',
    publishedAs: 'checkpoint',
    parameters: { encoder: 317e6, embedding: 311e6, decoder: 1.72e9 },
    configs: {
      config: {
        text_config: decoder(2048, 6144, 28, 16, 8, 151_936, 128),
        vision_config: {
          image_size: [448, 448],
          patch_size: [14, 14],
          hidden_size: 1024,
          intermediate_size: 4096,
          num_attention_heads: 16,
        },
        downsample_ratio: 0.5,
        image_seq_length: 256,
      },
      imageProcessor: {
        size: { width: 448, height: 448 },
        crop_to_patches: true,
        min_patches: 1,
        max_patches: 12,
      },
      processor: { image_seq_length: 256 },
    },
  },
  {
    name: 'LFM2-VL 3B',
    repository: 'onnx-community/LFM2-VL-3B-ONNX',
    family: 'lfm2_vl',
    publishedAs: 'onnx',
    parameters: { encoder: 0.4e9, embedding: 134e6, decoder: 2.6e9 },
    configs: null,
  },
  {
    name: 'PaliGemma 3B',
    repository: 'google/paligemma-3b-mix-224',
    family: 'paligemma',
    publishedAs: 'checkpoint',
    isGated: true,
    parameters: { encoder: 415e6, embedding: 527e6, decoder: 2.51e9 },
    configs: {
      config: {
        text_config: decoder(2048, 16_384, 18, 8, 1, 257_216, 256),
        vision_config: siglipSo400m(224),
      },
      imageProcessor: { size: { width: 224, height: 224 }, image_seq_length: 256 },
      processor: {},
    },
  },
  {
    name: 'Qwen2.5-VL 3B',
    repository: 'Qwen/Qwen2.5-VL-3B-Instruct',
    family: 'qwen2_5_vl',
    publishedAs: 'checkpoint',
    parameters: { encoder: 669e6, embedding: 311e6, decoder: 3.09e9 },
    configs: qwen({
      text: decoder(2048, 11_008, 36, 16, 2, 151_936),
      vision: {
        patch_size: 14,
        hidden_size: 1280,
        intermediate_size: 3420,
        num_heads: 16,
        spatial_merge_size: 2,
      },
    }),
  },
  {
    name: 'MedGemma 4B',
    repository: 'google/medgemma-4b-it',
    family: 'gemma3',
    publishedAs: 'checkpoint',
    isMedical: true,
    isGated: true,
    parameters: { encoder: 420e6, embedding: 671e6, decoder: 3.88e9 },
    configs: {
      config: {
        text_config: decoder(2560, 10_240, 34, 8, 4, 262_208, 256),
        vision_config: siglipSo400m(896),
        mm_tokens_per_image: 256,
      },
      imageProcessor: { size: { width: 896, height: 896 } },
      processor: {},
    },
  },
  {
    name: 'Lingshu 7B',
    repository: 'lingshu-medical-mllm/Lingshu-7B',
    family: 'qwen2_5_vl',
    publishedAs: 'checkpoint',
    isMedical: true,
    parameters: { encoder: 677e6, embedding: 545e6, decoder: 7.07e9 },
    configs: qwen({
      text: decoder(3584, 18_944, 28, 28, 4, 152_064),
      vision: {
        patch_size: 14,
        hidden_size: 1280,
        intermediate_size: 3420,
        num_heads: 16,
        spatial_merge_size: 2,
      },
    }),
  },
]

/** Images of any size, in whole patches. */
function qwen({ text, vision }: { readonly text: Fields; readonly vision: Fields }) {
  return {
    config: { ...text, vision_config: vision },
    imageProcessor: {
      patch_size: 14,
      merge_size: 2,
      temporal_patch_size: 2,
      min_pixels: 3136,
      max_pixels: 12_845_056,
    },
    processor: {},
  }
}
