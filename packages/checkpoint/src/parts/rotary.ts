/** Rotary position embeddings: angles from positions, and queries and keys turned by them. */
import type { Value } from '../graph.ts'
import { buffered, cast, type Draft, reshaped } from './draft.ts'

/** How fast each pair of numbers of a head turns, in radians per position. */
export interface Frequencies {
  readonly perPosition: readonly number[]
  /** Factor of sines and cosines (yarn). */
  readonly scale: number
}

/** `rope_parameters` of a config, with what older files call them. */
export interface RopeSettings {
  readonly type: 'default' | 'linear' | 'llama3' | 'yarn'
  readonly theta: number
  /** Numbers of a head that turn. */
  readonly size: number
  readonly factor: number
  readonly lowFactor: number
  readonly highFactor: number
  readonly originalLength: number
  readonly betaFast: number
  readonly betaSlow: number
  readonly attentionFactor: number | null
  readonly mscale: number | null
  readonly mscaleAllDim: number | null
  readonly truncates: boolean
}

/** theta ^ (-2i / size), in 32 bits. */
export const plainFrequencies = (theta: number, size: number): readonly number[] =>
  Array.from({ length: size / 2 }, (_, i) =>
    Math.fround(1 / Math.fround(theta ** Math.fround((2 * i) / size))),
  )

/** As `ROPE_INIT_FUNCTIONS` of Python's transformers 5.24 (`modeling_rope_utils.py`), in 32 bits. */
export function rotaryFrequencies(rope: RopeSettings): Frequencies {
  const { size, theta, factor } = rope
  const plain = plainFrequencies(theta, size)
  switch (rope.type) {
    case 'default':
      return { perPosition: plain, scale: 1 }
    case 'linear':
      return { perPosition: plain.map(value => Math.fround(value / factor)), scale: 1 }
    case 'llama3':
      return { perPosition: plain.map(value => llama3(value, rope)), scale: 1 }
    case 'yarn':
      return yarn(plain, rope)
  }
}

function llama3(value: number, { factor, lowFactor, highFactor, originalLength }: RopeSettings): number {
  const wavelength = (2 * Math.PI) / value
  if (wavelength < originalLength / highFactor) return value
  if (wavelength > originalLength / lowFactor) return Math.fround(value / factor)
  const smooth = (originalLength / wavelength - lowFactor) / (highFactor - lowFactor)
  return Math.fround(((1 - smooth) * value) / factor + smooth * value)
}

function yarn(plain: readonly number[], rope: RopeSettings): Frequencies {
  const { size, theta, factor, originalLength, betaFast, betaSlow } = rope
  const dimension = (turns: number): number =>
    (size * Math.log(originalLength / (turns * 2 * Math.PI))) / (2 * Math.log(theta))
  const [fast, slow] = [dimension(betaFast), dimension(betaSlow)]
  const low = Math.max(rope.truncates ? Math.floor(fast) : fast, 0)
  const high = Math.min(rope.truncates ? Math.ceil(slow) : slow, size - 1)
  const width = low === high ? 0.001 : high - low
  const perPosition = plain.map((value, i) => {
    const plainShare = 1 - Math.min(1, Math.max(0, (i - low) / width))
    return Math.fround((value / factor) * (1 - plainShare) + value * plainShare)
  })
  const scaled = (mscale: number): number => (factor <= 1 ? 1 : 0.1 * mscale * Math.log(factor) + 1)
  const { attentionFactor, mscale, mscaleAllDim } = rope
  const scale =
    attentionFactor ?? (mscale && mscaleAllDim ? scaled(mscale) / scaled(mscaleAllDim) : scaled(1))
  return { perPosition, scale }
}

/** Tables of cosines and sines: tokens x half a head. */
export interface Angles {
  readonly cosines: Value
  readonly sines: Value
  /** 1 x tokens: the row of each token in the tables. */
  readonly rows: Value
  /** Numbers of a head that turn. */
  readonly size: number
}

/**
 * @param positions tokens x 1 in 32-bit floats, or tokens x pairs where each pair has a position of its own (M-RoPE)
 * @param rows 1 x tokens, counting from 0
 */
export function rotaryAngles(
  draft: Draft,
  positions: Value,
  rows: Value,
  { perPosition, scale }: Frequencies,
): Angles {
  const { graph } = draft
  const turned = graph.node('Mul', [
    positions,
    graph.floats(buffered(draft, perPosition), [1, perPosition.length]),
  ])
  const table = (operator: 'Cos' | 'Sin'): Value => {
    const plain = graph.node(operator, [turned])
    const scaled = scale === 1 ? plain : graph.node('Mul', [plain, graph.floats([scale])])
    return draft.type === 'float' ? scaled : cast(draft, scaled, draft.type)
  }
  return { cosines: table('Cos'), sines: table('Sin'), rows, size: 2 * perPosition.length }
}

/** Queries or keys turned by the angles. @param x tokens x (heads * size) @returns 1 x tokens x (heads * size) */
export function turned(
  draft: Draft,
  x: Value,
  { cosines, sines, rows, size: turning }: Angles,
  heads: { readonly count: number; readonly size: number },
): Value {
  const one = reshaped(draft, x, [1, -1, heads.count * heads.size])
  const partly = turning < heads.size ? { rotary_embedding_dim: turning } : {}
  return draft.graph.node('RotaryEmbedding', [one, rows, cosines, sines], {
    interleaved: 0,
    num_heads: heads.count,
    ...partly,
  })
}
