import type { ErrorInfo } from '../base/errors.ts'
import type { PreparedImage, TensorData } from '../families/family.ts'
import type { ImageFile } from '../protocol/record.ts'

/** One question, ready to be asked. */
export interface PreparedPrompt {
  readonly index: number
  /** The prompt as the protocol builds it, before the chat template. */
  readonly text: string
  /** Token ids of the whole prompt, image tokens included. */
  readonly ids: readonly number[]
  /** Those whose probabilities can be read: the letters of its options, or yes and no; none of other kinds. */
  readonly answers: readonly string[]
  /** Why it has no token ids and cannot be asked; absent where it can. */
  readonly error?: ErrorInfo
}

/** An image on its way to the model. */
export interface ImageInput {
  /** Where the features are there already, without the pixels that only the encoder needs. */
  readonly image: PreparedImage
  /** Features that an earlier run kept, or null. */
  readonly features: TensorData | null
  /** Under which name the features are to be kept; null where they are not. */
  readonly key: string | null
  /** What it was read from. */
  readonly file: ImageFile
}

/** One image and its open questions, as plain data that crosses threads without a copy. */
export interface PreparedGroup {
  /** null for a text-only question. */
  readonly image: ImageInput | null
  /** Tokens that all prompts of the group begin with; empty where it does not pay to compute them apart. */
  readonly prefix: readonly number[]
  readonly prompts: readonly PreparedPrompt[]
}
