/** Builds nodes and constants one by one. Shapes are the business of whoever builds them. */
import type { Attribute, InlineTensor, OnnxNode, OnnxType } from './onnx-bytes.ts'

/** An input, a weight, or what a node gives. */
export type Value = string & { readonly brand: 'value' }

/** Operators of ONNX Runtime that the standard lacks. */
const microsoft = 'com.microsoft'
const microsoftOperators: ReadonlySet<string> = new Set([
  'DynamicQuantizeMatMul',
  'GroupQueryAttention',
  'MatMulNBits',
  'MultiHeadAttention',
  'RotaryEmbedding',
  'SkipSimplifiedLayerNormalization',
])

type Attributes = Readonly<Record<string, Attribute>>

export class NodeBuilder {
  /** In the order in which they are computed. */
  readonly made: OnnxNode[] = []
  readonly constants: InlineTensor[] = []
  readonly #known = new Map<string, Value>()
  readonly #prefix: string
  #count = 0

  /** @param prefix of all names, for nodes that come into a graph with names of its own */
  constructor(prefix = '') {
    this.#prefix = prefix
  }

  /** A node with one output. @param inputs null for an optional one that is left out */
  node(operator: string, inputs: readonly (Value | null)[], attributes: Attributes = {}): Value {
    return this.nodes(operator, inputs, 1, attributes)[0] as Value
  }

  /** A node with several outputs. */
  nodes(
    operator: string,
    inputs: readonly (Value | null)[],
    outputs: number,
    attributes: Attributes,
  ): readonly Value[] {
    const name = this.#nextName(operator)
    const names = Array.from({ length: outputs }, (_, i) => `${name}_${i}` as Value)
    this.add(operator, inputs, names, attributes)
    return names
  }

  /** A node of which only the first and the last of so many outputs are wanted. */
  firstAndLast(
    operator: string,
    inputs: readonly (Value | null)[],
    outputs: number,
    attributes: Attributes,
  ): readonly [first: Value, last: Value] {
    const name = this.#nextName(operator)
    const [first, last] = [`${name}_0` as Value, `${name}_${outputs - 1}` as Value]
    this.add(operator, inputs, [first, ...Array<''>(outputs - 2).fill(''), last], attributes)
    return [first, last]
  }

  #nextName(operator: string): string {
    return `${this.#prefix}${operator}_${this.#count++}`
  }

  /** A node whose outputs have names already; an empty one is not wanted. */
  add(
    operator: string,
    inputs: readonly (Value | null)[],
    outputs: readonly string[],
    attributes: Attributes = {},
  ): void {
    const domain = microsoftOperators.has(operator) ? microsoft : ''
    this.made.push({ operator, domain, inputs: inputs.map(value => value ?? ''), outputs, attributes })
  }

  /** Whole numbers: a list, or one number without sides. */
  integers(values: readonly number[] | number): Value {
    const list = typeof values === 'number' ? [values] : values
    const sides = typeof values === 'number' ? [] : [list.length]
    return this.#constant(
      `int64 ${sides.length} ${list}`,
      'int64',
      sides,
      () => new Uint8Array(BigInt64Array.from(list, BigInt).buffer),
    )
  }

  /** 32-bit floats. @param sides none for one number */
  floats(values: readonly number[], sides: readonly number[] = []): Value {
    return this.#constant(
      `float ${sides} ${values}`,
      'float',
      sides,
      () => new Uint8Array(Float32Array.from(values).buffer),
    )
  }

  #constant(key: string, type: OnnxType, sides: readonly number[], bytes: () => Uint8Array): Value {
    const known = this.#known.get(key)
    if (known) return known
    // A name that no weight has, and that tracers give to constants, too.
    const name = `${this.#prefix}Constant_${this.#known.size}_output_0` as Value
    this.#known.set(key, name)
    this.constants.push({ name, type, sides, bytes: bytes() })
    return name
  }
}
