import type { ErrorInfo } from '../base/errors.ts'
import type { PreparedImage, TensorData } from '../families/family.ts'
import type { TokenPlace } from '../families/token-places.ts'
import type { Box } from '../protocol/probe.ts'
import type { ImageFile } from '../protocol/record.ts'

/** One question, ready to be asked. */
export interface PreparedPrompt {
  readonly index: number
  /** The prompt as the protocol builds it, before the chat template. */
  readonly text: string
  /** The images that it shows, by their number in the group, in order; one may be shown twice. */
  readonly images: readonly number[]
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
  /** Its sides in pixels; absent where the features are there already. */
  readonly size?: readonly [width: number, height: number]
  /** Under which name the features are to be kept; null where they are not. */
  readonly key: string | null
  /** One text for what the encoder makes features of: the same in another group are the same features. */
  readonly identity: string
  /** What it was read from. */
  readonly file: ImageFile
  /** Layout of an image from which a pass removes blocks. */
  readonly layout?: ImageLayout
}

/** How an image lies under its tokens. */
export interface ImageLayout {
  /** In pixels. */
  readonly size: readonly [width: number, height: number]
  /** Where each of its tokens looks; null where that is not known. */
  readonly places: readonly TokenPlace[] | null
  /** The box that the question's mask or red mark has in it. */
  readonly marked?: Box
}

/** Images and the open questions on them, as plain data that crosses threads without a copy. */
export interface PreparedGroup {
  /** In the sample's order; empty for a text-only question. */
  readonly images: readonly ImageInput[]
  /** Tokens that all prompts of the group begin with; empty where it does not pay to compute them apart. */
  readonly prefix: readonly number[]
  readonly prompts: readonly PreparedPrompt[]
}
