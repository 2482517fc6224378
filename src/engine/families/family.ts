import type { Pixels } from '@voxelwise/pixels'
import type { ImageDetail } from '../base/image-detail.ts'

/** A tensor as plain data that crosses threads without a copy. */
export interface TensorData {
  readonly type: 'float32' | 'bool' | 'int64'
  readonly dims: readonly number[]
  readonly data: Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>
}

export const floats = (dims: readonly number[], data: Float32Array<ArrayBuffer>): TensorData => ({
  type: 'float32',
  dims,
  data,
})

export const integers = (dims: readonly number[], data: BigInt64Array<ArrayBuffer>): TensorData => ({
  type: 'int64',
  dims,
  data,
})

/** A list of sides or sizes: 1 x n. */
export const sizes = (...values: readonly number[]): TensorData =>
  integers([1, values.length], BigInt64Array.from(values, BigInt))

/** What the model needs of one image: the encoder's inputs, and its text in the prompt. */
export interface PreparedImage {
  readonly tensors: Readonly<Record<string, TensorData>>
  /** Replaces the chat template's image placeholder. */
  readonly tokens: string
  /** Rows and columns of its image tokens, where positions depend on them (M-RoPE). */
  readonly grid?: readonly [rows: number, columns: number]
}

/** A part of a prompt and its generated continuation, from token `from` to the end. */
export interface TokenSpan {
  /** All tokens up to the end, those before `from` included. */
  readonly ids: readonly number[]
  readonly from: number
  /** Grids of the prompt's images, in order; empty where the family has none. */
  readonly grids: readonly (readonly [rows: number, columns: number])[]
}

/** Parsed JSON files of a model folder; a file that is absent is an empty object. */
export interface ModelConfigs {
  readonly config: Readonly<Record<string, unknown>>
  readonly generation: Readonly<Record<string, unknown>>
  /** preprocessor_config.json, or the `image_processor` of processor_config.json. */
  readonly imageProcessor: Readonly<Record<string, unknown>>
  readonly processor: Readonly<Record<string, unknown>>
}

/** What a family's processor in Python can be asked for besides what the model's files say. */
export interface FamilyDetails {
  /** Fields of the image processor for a detail; null for one that it cannot be asked for. */
  settings(detail: ImageDetail, configs: ModelConfigs): Readonly<Record<string, unknown>> | null
  /** Details to choose from besides the model's own, those with fewer tokens first. */
  offered(configs: ModelConfigs): readonly ImageDetail[]
}

/** All that is particular to one VLM family. Pure: the same code prepares images in a worker, in a test and in Node. */
export interface Family {
  /** Values of config.json's `model_type`. */
  readonly modelTypes: readonly string[]
  /** The transformers.js class whose sessions and `forward` it uses. */
  readonly modelClass: string
  /** ONNX sessions it needs, by their file name without suffix. */
  readonly sessions: readonly string[]
  /** The chat template's text for an image. */
  placeholder(configs: ModelConfigs): string
  /**
   * Resizes and normalises as the family's Python processor (its Pillow backend) does.
   * @param count images in the same prompt; some families divide an image into tiles only where it is alone
   */
  prepareImage(image: Pixels, configs: ModelConfigs, count?: number): PreparedImage
  /** It takes no images: it has no encoder, and no file describes how to prepare one. */
  readonly textOnly?: true
  /** Why it cannot take several images at once, in words; absent if it can. */
  readonly oneImage?: string
  /** An image is prepared differently if it is not alone in its prompt: among any others alike, or by their exact number. */
  readonly dependsOnCount?: 'alone' | 'exactly'
  /** How finely it can be asked to show an image; null where its processor has no such setting. */
  readonly details: FamilyDetails | null
  /** Tokens of an image of this size (without markers between them); absent if it cannot be known. */
  imageTokens?(width: number, height: number, configs: ModelConfigs): number
  /** The decoder's inputs for a span besides its embeddings; by default positions that count from 0. */
  decoderInputs?(span: TokenSpan, configs: ModelConfigs): Readonly<Record<string, TensorData>>
  /** The ids that are embedded instead of a prompt's own; by default the same ids. */
  embeddedIds?(ids: readonly number[], configs: ModelConfigs): readonly number[]
  /** An input without which the image encoder does something else than Python's, and what that is. */
  readonly encoderInput?: { readonly name: string; readonly without: string }
  /** Known differences of a decoder with these inputs from PyTorch; null for none. It can still be used. */
  departure?(inputs: readonly InputOutline[], configs: ModelConfigs): string | null
  /** Why a prompt's beginning cannot be computed apart from its end; absent where it can. */
  readonly prefixUnsupported?: string
  /** The prompt of checkpoints that are published without a chat template. */
  readonly template?: string
  /** Python's processor adds no special tokens to the template's text, whatever the tokenizer's file says. */
  readonly onlyTemplate?: true
}

/** One input of an ONNX graph, as the file declares it. */
export interface InputOutline {
  readonly name: string
  /** `TensorProto.DataType`. */
  readonly type: number
  /** null where the size is known only when it runs. */
  readonly dims: readonly (number | null)[]
}
