/** Builds an ONNX graph node by node. Shapes are the business of whoever builds it. */
import {
  type Attribute,
  type ExternalTensor,
  type InlineTensor,
  type OnnxNode,
  type OnnxType,
  onnxBytes,
  type Side,
  type TensorInfo,
} from './onnx-bytes.ts'
import type { PlacedPart, WeightPart } from './weight-data.ts'

/** An input, a weight, or what a node gives. */
export type Value = string & { readonly brand: 'value' }

/** Operators of ONNX Runtime that the standard lacks. */
const microsoft = 'com.microsoft'
const microsoftOperators: ReadonlySet<string> = new Set([
  'DynamicQuantizeMatMul',
  'FusedMatMul',
  'GroupQueryAttention',
  'MatMulNBits',
  'MultiHeadAttention',
  'RotaryEmbedding',
  'SkipSimplifiedLayerNormalization',
])

const opset = 20

/** Weights begin at multiples of it. */
const alignment = 64

/** A graph, and its data file in parts. */
export interface BuiltGraph {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly data: readonly PlacedPart[]
  /** Bytes of the data file. */
  readonly dataLength: number
}

export class GraphBuilder {
  readonly #nodes: OnnxNode[] = []
  readonly #inputs: TensorInfo[] = []
  readonly #outputs: TensorInfo[] = []
  readonly #constants: InlineTensor[] = []
  readonly #weights: ExternalTensor[] = []
  readonly #data: PlacedPart[] = []
  readonly #known = new Map<string, Value>()
  #length = 0
  #count = 0
  readonly #location: string

  /** @param location the name of the data file, as the graph has it */
  constructor(location: string) {
    this.#location = location
  }

  input(name: string, type: OnnxType, sides: readonly Side[]): Value {
    this.#inputs.push({ name, type, sides })
    return name as Value
  }

  /** Names a value as an output of the graph. */
  output(name: string, value: Value, type: OnnxType, sides: readonly Side[]): void {
    this.#nodes.push({ operator: 'Identity', domain: '', inputs: [value], outputs: [name], attributes: {} })
    this.#outputs.push({ name, type, sides })
  }

  /** A node with one output. @param inputs null for an optional one that is left out */
  node(
    operator: string,
    inputs: readonly (Value | null)[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): Value {
    return this.nodes(operator, inputs, 1, attributes)[0] as Value
  }

  /** A node with several outputs. */
  nodes(
    operator: string,
    inputs: readonly (Value | null)[],
    outputs: number,
    attributes: Readonly<Record<string, Attribute>>,
  ): readonly Value[] {
    const number = this.#count++
    const names = Array.from({ length: outputs }, (_, i) => `${operator}_${number}_${i}` as Value)
    this.#add(operator, inputs, names, attributes)
    return names
  }

  /** A node of which only the first and the last of so many outputs are wanted. */
  firstAndLast(
    operator: string,
    inputs: readonly (Value | null)[],
    outputs: number,
    attributes: Readonly<Record<string, Attribute>>,
  ): readonly [first: Value, last: Value] {
    const number = this.#count++
    const [first, last] = [
      `${operator}_${number}_0` as Value,
      `${operator}_${number}_${outputs - 1}` as Value,
    ]
    this.#add(operator, inputs, [first, ...Array<''>(outputs - 2).fill(''), last], attributes)
    return [first, last]
  }

  #add(
    operator: string,
    inputs: readonly (Value | null)[],
    outputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>>,
  ): void {
    const domain = microsoftOperators.has(operator) ? microsoft : ''
    this.#nodes.push({
      operator,
      domain,
      inputs: inputs.map(value => value ?? ''),
      outputs,
      attributes,
    })
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
    const name = `Constant_${this.#known.size}_output_0` as Value
    this.#known.set(key, name)
    this.#constants.push({ name, type, sides, bytes: bytes() })
    return name
  }

  /** A weight in the data file. Asked for twice by the same name, it is the same. */
  weight(name: string, type: OnnxType, sides: readonly number[], part: () => WeightPart): Value {
    const known = this.#known.get(`weight ${name}`)
    if (known) return known
    this.#known.set(`weight ${name}`, name as Value)
    const made = part()
    const offset = Math.ceil(this.#length / alignment) * alignment
    this.#data.push({ offset, part: made })
    this.#length = offset + made.length
    this.#weights.push({ name, type, sides, location: this.#location, offset, length: made.length })
    return name as Value
  }

  build(): BuiltGraph {
    const bytes = onnxBytes({
      producer: 'voxelwise checkpoint',
      opset,
      nodes: this.#nodes,
      inputs: this.#inputs,
      outputs: this.#outputs,
      constants: this.#constants,
      weights: this.#weights,
    })
    return { bytes, data: this.#data, dataLength: this.#length }
  }
}
