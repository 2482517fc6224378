import type { Pixels } from '../image/pixels.ts'

/** A tensor as plain data that crosses threads without a copy. */
export interface TensorData {
  readonly type: 'float32' | 'bool' | 'int64'
  readonly dims: readonly number[]
  readonly data: Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>
}

/** What the model needs of one image: the encoder's inputs, and what stands for it in the prompt. */
export interface PreparedImage {
  readonly tensors: Readonly<Record<string, TensorData>>
  /** Replaces the chat template's image placeholder. */
  readonly tokens: string
}

/** Parsed JSON files of a model folder; a file that is absent is an empty object. */
export interface ModelConfigs {
  readonly config: Readonly<Record<string, unknown>>
  readonly generation: Readonly<Record<string, unknown>>
  /** preprocessor_config.json, or the `image_processor` of processor_config.json. */
  readonly imageProcessor: Readonly<Record<string, unknown>>
  readonly processor: Readonly<Record<string, unknown>>
}

/**
 * All that is particular to one VLM family. Pure: the same code prepares images in a worker, in a test and
 * in Node.
 */
export interface Family {
  /** Values of config.json's `model_type`. */
  readonly modelTypes: readonly string[]
  /** The transformers.js class whose sessions and `forward` it is run with. */
  readonly modelClass: string
  /** ONNX sessions it needs, by their file name without suffix. */
  readonly sessions: readonly string[]
  /** What the chat template writes for an image. */
  placeholder(configs: ModelConfigs): string
  /** Resizes and normalises as the family's Python processor (its Pillow backend) does. */
  prepareImage(image: Pixels, configs: ModelConfigs): PreparedImage
}
