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
  /** Rows and columns of its image tokens, where positions depend on them (M-RoPE). */
  readonly grid?: readonly [rows: number, columns: number]
}

/** A stretch of a prompt and what was generated after it, from token `from` to the end. */
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
  /**
   * Resizes and normalises as the family's Python processor (its Pillow backend) does.
   * @param count images in the same prompt; some families divide an image into tiles only where it is alone
   */
  prepareImage(image: Pixels, configs: ModelConfigs, count?: number): PreparedImage
  /** It takes no images: it has no encoder, and no file says how to prepare one. */
  readonly textOnly?: true
  /** Why it is not asked about several images at once, in words; absent where it is. */
  readonly oneImage?: string
  /** What an image becomes depends on whether it is alone in its prompt. */
  readonly dependsOnCount?: true
  /** Tokens that hold an image of this size (markers between them not counted); absent where none can tell. */
  imageTokens?(width: number, height: number, configs: ModelConfigs): number
  /** What the decoder is told of a span beside its embeddings; by default positions that count from 0. */
  decoderInputs?(span: TokenSpan, configs: ModelConfigs): Readonly<Record<string, TensorData>>
  /** The ids that are embedded in place of a prompt's own; by default those themselves. */
  embeddedIds?(ids: readonly number[], configs: ModelConfigs): readonly number[]
  /** An input without which the image encoder does something else than Python's, and what that is. */
  readonly encoderInput?: { readonly name: string; readonly without: string }
  /** What a decoder of these inputs answers otherwise than PyTorch, though it can be asked; null for nothing. */
  departure?(inputs: readonly InputOutline[], configs: ModelConfigs): string | null
  /** Why a prompt's beginning cannot be computed apart from its end; absent where it can. */
  readonly prefixUnsupported?: string
  /** The prompt of checkpoints that are published without a chat template. */
  readonly template?: string
  /** Python's processor adds no special tokens to what the template writes, whatever the tokenizer's file says. */
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
