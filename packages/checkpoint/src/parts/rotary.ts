/** Rotary position embeddings: angles from positions, and queries and keys turned by them. */
import type { Value } from '@voxelwise/onnx'
import { buffered, cast, type Draft } from './draft.ts'

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

/** A row for each token, half a head wide. */
export interface Tables {
  readonly cosines: Value
  readonly sines: Value
}

/** Tables of the tokens of one run. */
export interface Angles extends Tables {
  /** 1 x tokens: the row of each token in the tables. */
  readonly rows: Value
  /** Numbers of a head that turn. */
  readonly size: number
}

/** @param finished of a table in 32 bits */
function rotaryTables(
  draft: Draft,
  positions: Value,
  { perPosition, scale }: Frequencies,
  finished: (table: Value) => Value,
): Tables {
  const { graph } = draft
  const turned = graph.node('Mul', [
    positions,
    graph.floats(buffered(draft, perPosition), [1, perPosition.length]),
  ])
  const table = (operator: 'Cos' | 'Sin'): Value => {
    const plain = graph.node(operator, [turned])
    const whole = finished(scale === 1 ? plain : graph.node('Mul', [plain, graph.floats([scale])]))
    return draft.type === 'float' ? whole : cast(draft, whole, draft.type)
  }
  return { cosines: table('Cos'), sines: table('Sin') }
}

/**
 * @param positions tokens x 1 in 32-bit floats, or tokens x pairs where each pair has a position of its own (M-RoPE)
 * @param rows 1 x tokens, counting from 0
 */
export const rotaryAngles = (
  draft: Draft,
  positions: Value,
  rows: Value,
  frequencies: Frequencies,
): Angles => ({
  ...rotaryTables(draft, positions, frequencies, table => table),
  rows,
  size: 2 * frequencies.perPosition.length,
})

/**
 * Tables for `GroupQueryAttention`, which takes as a token's row its place among all tokens: zeros for those before.
 * @param positions as in `rotaryAngles`
 * @param before how many tokens are before, as a list
 */
export function anglesBehind(
  draft: Draft,
  positions: Value,
  before: Value,
  frequencies: Frequencies,
): Tables {
  const { graph, type } = draft
  const sides = graph.node('Concat', [before, graph.integers([0, 0, 0])], { axis: 0 })
  const tables = rotaryTables(draft, positions, frequencies, table => graph.node('Pad', [table, sides]))
  for (const table of [tables.cosines, tables.sines])
    graph.describe(table, type, ['total_sequence_length', frequencies.perPosition.length])
  return tables
}

/** Queries or keys turned by the angles: 1 x tokens x (heads * size). */
export function turned(
  draft: Draft,
  x: Value,
  { cosines, sines, rows, size: turning }: Angles,
  heads: { readonly count: number; readonly size: number },
): Value {
  const partly = turning < heads.size ? { rotary_embedding_dim: turning } : {}
  return draft.graph.node('RotaryEmbedding', [x, rows, cosines, sines], {
    interleaved: 0,
    num_heads: heads.count,
    ...partly,
  })
}
