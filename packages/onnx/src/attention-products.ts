/**
 * `GroupQueryAttention` as matrix products. ONNX Runtime Web multiplies within the operator without its matrix kernels: for a prompt of
 * 512 tokens it takes eight times as long as the products do.
 */
import { type Attended, lowest, maskedAttention } from './masked-attention.ts'
import { NodeBuilder, type Value } from './node-builder.ts'
import { type Attribute, type OnnxNode, renamedNodes } from './onnx-bytes.ts'

/** What a graph states of a value. */
export interface KnownValue {
  /** `TensorProto.DataType`. */
  readonly type: number
  /** Null for a side that is known only when the graph runs. */
  readonly dims: readonly (number | null)[]
}

/** Finds what is known of an input, a weight or a value between nodes. */
export type FindValue = (name: string) => KnownValue | undefined

/** Whether a node is worth reading: its operator is the one that is rewritten. */
export const isGroupedAttention = ({ operator, domain }: Pick<OnnxNode, 'operator' | 'domain'>): boolean =>
  operator === 'GroupQueryAttention' && domain === 'com.microsoft'

/** One node, read. */
interface Grouped {
  readonly heads: number
  readonly keyHeads: number
  readonly headSize: number
  readonly scale: number
  readonly scoreCap: number | null
  /** Tokens that a token sees, its own included; null for all before it. */
  readonly window: number | null
  readonly query: Value
  /** Null where the query holds all three. */
  readonly apart: readonly [key: Value, value: Value] | null
  readonly past: readonly [keys: Value, values: Value]
  /** How many tokens there are, those of the past included. */
  readonly total: Value
  readonly rotary: Rotary | null
}

interface Rotary {
  readonly tables: readonly [cosines: Value, sines: Value]
  /** Numbers of a head that turn. */
  readonly size: number
  readonly interleaved: number
}

/** What all layers of one run share. */
interface Run {
  readonly mask: Value
  /** Where the first new token is, as a list. */
  readonly position: Value
}

/** Attributes that are understood, and values of others that change nothing. */
const understood: ReadonlySet<string> = new Set([
  ...[
    'num_heads',
    'kv_num_heads',
    'scale',
    'softcap',
    'local_window_size',
    'do_rotary',
    'rotary_interleaved',
  ],
])
const neutral: Readonly<Record<string, readonly Attribute[]>> = { smooth_softmax: [0, -1], qk_output: [0] }

const float = 1

/** Rewrites the nodes of one graph. */
export class AttentionProducts {
  readonly #graph = new NodeBuilder('products/')
  readonly #find: FindValue
  readonly #runs = new Map<string, Run>()

  /** @param find what the graph states of its values */
  constructor(find: FindValue) {
    this.#find = find
  }

  /** What the nodes need beside each other. */
  get constants(): NodeBuilder['constants'] {
    return this.#graph.constants
  }

  /** The nodes in its place, with the same outputs; null for any other node, and for one that does more than is understood here. */
  rewritten(node: OnnxNode): readonly OnnxNode[] | null {
    const grouped = this.#read(node)
    if (!grouped) return null
    const graph = this.#graph
    const first = graph.made.length
    const { mask, position } = this.#run(node, grouped)
    const { given, present } = maskedAttention(
      graph,
      grouped,
      this.#turned(grouped, position),
      grouped.past,
      mask,
      value => graph.floats([value]),
    )
    const rows = graph.node('Reshape', [given, graph.integers([1, -1, grouped.heads * grouped.headSize])])
    const [output = '', keys = '', values = ''] = node.outputs
    const names = new Map<string, string>([
      [rows, output],
      ...(keys ? [[present[0], keys] as const] : []),
      ...(values ? [[present[1], values] as const] : []),
    ])
    return renamedNodes(graph.made.slice(first), names)
  }

  #read(node: OnnxNode): Grouped | null {
    const { attributes, outputs } = node
    if (!isGroupedAttention(node) || !outputs[0] || outputs.slice(3).some(Boolean)) return null
    const isPlain = Object.entries(attributes).every(
      ([name, value]) => understood.has(name) || neutral[name]?.includes(value),
    )
    const inputs = node.inputs.map(name => (name === '' ? null : (name as Value)))
    const [query, key, value, pastKeys, pastValues, lengths, total, cosines, sines, ...others] = inputs
    if (!isPlain || !query || !pastKeys || !pastValues || !lengths || !total) return null
    if (others.some(Boolean) || (key === null) !== (value === null)) return null
    const [heads, keyHeads] = [whole(attributes.num_heads), whole(attributes.kv_num_heads)]
    const past = this.#find(pastKeys)
    if (past?.type !== float || !(heads > 0 && keyHeads > 0) || heads % keyHeads !== 0) return null
    const headsOfQuery = key ? heads : heads + 2 * keyHeads
    const headSize = past.dims[3] ?? (this.#find(query)?.dims[2] ?? 0) / headsOfQuery
    if (!Number.isInteger(headSize) || headSize < 1) return null
    const rotary = whole(attributes.do_rotary) === 0 ? null : this.#rotary(cosines, sines, attributes)
    if (rotary === undefined || (rotary && rotary.size > headSize)) return null
    const window = whole(attributes.local_window_size ?? -1)
    return {
      ...{ heads, keyHeads, headSize, query, total, rotary },
      scale: decimal(attributes.scale) || 1 / Math.sqrt(headSize),
      scoreCap: decimal(attributes.softcap) || null,
      window: window > 0 ? window : null,
      apart: key && value ? [key, value] : null,
      past: [pastKeys, pastValues],
    }
  }

  /** Undefined where it is not known how much of a head turns. */
  #rotary(
    cosines: Value | null | undefined,
    sines: Value | null | undefined,
    { rotary_interleaved }: OnnxNode['attributes'],
  ): Rotary | undefined {
    const half = cosines && this.#find(cosines)?.dims[1]
    if (!cosines || !sines || !half) return undefined
    return { tables: [cosines, sines], size: 2 * half, interleaved: whole(rotary_interleaved) }
  }

  /** All layers have the same tokens. So what follows from their number is computed once. */
  #run({ inputs }: OnnxNode, { query, total, window }: Grouped): Run {
    const name = JSON.stringify([inputs[5], inputs[6], window])
    const known = this.#runs.get(name)
    if (known) return known
    const graph = this.#graph
    const [zero, one] = [graph.integers(0), graph.integers(1)]
    const all = graph.node('Cast', [graph.node('Reshape', [total, graph.integers([])])], { to: 7 })
    const tokens = graph.node('Gather', [graph.node('Shape', [query]), one], { axis: 0 })
    const before = graph.node('Sub', [all, tokens])
    const side = (from: Value, axis: number): Value =>
      graph.node('Unsqueeze', [graph.node('Range', [from, all, one]), graph.integers([axis])])
    const [queries, keys] = [side(before, 1), side(zero, 0)]
    const earlier = graph.node('LessOrEqual', [keys, queries])
    const near = (size: number): Value =>
      graph.node('And', [
        earlier,
        graph.node('Greater', [keys, graph.node('Sub', [queries, graph.integers(size)])]),
      ])
    const seen = window === null ? earlier : near(window)
    const added = graph.node('Where', [seen, graph.floats([0]), graph.floats([lowest.float])])
    const run = {
      mask: graph.node('Unsqueeze', [added, graph.integers([0])]),
      position: graph.node('Reshape', [before, graph.integers([1])]),
    }
    this.#runs.set(name, run)
    return run
  }

  /** Queries, keys and values apart, and turned where the operator would turn them. */
  #turned({ heads, keyHeads, headSize, query, apart, rotary }: Grouped, position: Value): Attended {
    const graph = this.#graph
    const split = (): readonly Value[] => {
      const sides = graph.integers([heads, keyHeads, keyHeads].map(count => count * headSize))
      return graph.nodes('Split', [query, sides], 3, { axis: 2 })
    }
    const [q, k, v] = (apart ? [query, ...apart] : split()) as [Value, Value, Value]
    if (!rotary) return { q, k, v }
    const { tables, size, interleaved } = rotary
    const partly = size < headSize ? { rotary_embedding_dim: size } : {}
    const turn = (x: Value, num_heads: number): Value =>
      graph.node('RotaryEmbedding', [x, position, ...tables], { interleaved, num_heads, ...partly })
    return { q: turn(q, heads), k: turn(k, keyHeads), v }
  }
}

const whole = (value: Attribute | undefined): number => (typeof value === 'number' ? value : 0)

const decimal = (value: Attribute | undefined): number =>
  typeof value === 'object' && 'float' in value ? value.float : 0
