/** What a decoder is made of. */
import type { Activation, Norm } from './draft.ts'
import type { Frequencies } from './rotary.ts'

/** What one layer attends to: all before it, or a window of so many tokens. */
export type Reach = 'full' | 'window'

export interface DecoderShape {
  readonly layers: readonly Reach[]
  readonly width: number
  readonly heads: number
  readonly keyHeads: number
  readonly headSize: number
  readonly inner: number
  readonly vocabulary: number
  readonly norm: Norm
  readonly activation: Activation
  readonly queryBias: boolean
  readonly outputBias: boolean
  readonly innerBias: boolean
  /** Queries and keys are normed head by head. */
  readonly normsHeads: boolean
  /** Attention and MLP have a norm before and one after (Gemma 3). */
  readonly normsTwice: boolean
  /** Factor of the rows of the word embedding (Gemma); null for none. */
  readonly wordScale: number | null
  /** Factor of the products of queries and keys. */
  readonly scale: number
  /** Tokens that a layer with a window sees, its own included. */
  readonly window: number
  readonly rotary: Readonly<Record<Reach, Frequencies>>
  /** For each pair of numbers of a head, which of a token's three positions turns it; null where a token has one. */
  readonly axes: readonly number[] | null
  /** Tokens of one image see each other (`token_type_ids`), or the whole prompt sees itself; null for neither. */
  readonly bothWays: 'image' | 'prompt' | null
  readonly scoreCap: number | null
  readonly logitCap: number | null
  /** Rows of so many earlier layers of the image encoder follow each embedding, and are added after the first layers (DeepStack). */
  readonly stacked: number
  /** The word embedding turned round is the output matrix. */
  readonly isTied: boolean
}
