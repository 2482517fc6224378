/** Builds an ONNX graph whose weights lie in a file of their own. */
import {
  type ExternalTensor,
  NodeBuilder,
  type OnnxType,
  onnxBytes,
  renamedNodes,
  type Side,
  type TensorInfo,
  type Value,
} from '@voxelwise/onnx'
import type { PlacedPart, WeightPart } from './weight-data.ts'

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

export class GraphBuilder extends NodeBuilder {
  readonly #inputs: TensorInfo[] = []
  readonly #outputs: (TensorInfo & { readonly value: Value })[] = []
  readonly #described: TensorInfo[] = []
  readonly #weights: ExternalTensor[] = []
  readonly #data: PlacedPart[] = []
  readonly #named = new Set<string>()
  #length = 0
  readonly #location: string

  /** @param location the name of the data file, as the graph has it */
  constructor(location: string) {
    super()
    this.#location = location
  }

  input(name: string, type: OnnxType, sides: readonly Side[]): Value {
    this.#inputs.push({ name, type, sides })
    return name as Value
  }

  /** Makes a value that a node gives an output of the graph, under this name. */
  output(name: string, value: Value, type: OnnxType, sides: readonly Side[]): void {
    this.#outputs.push({ name, value, type, sides })
  }

  /** States the sides of a value within the graph. */
  describe(value: Value, type: OnnxType, sides: readonly Side[]): void {
    this.#described.push({ name: value, type, sides })
  }

  /** A weight in the data file. Asked for twice by the same name, it is the same. */
  weight(name: string, type: OnnxType, sides: readonly number[], part: () => WeightPart): Value {
    if (this.#named.has(name)) return name as Value
    this.#named.add(name)
    const made = part()
    const offset = Math.ceil(this.#length / alignment) * alignment
    this.#data.push({ offset, part: made })
    this.#length = offset + made.length
    this.#weights.push({ name, type, sides, location: this.#location, offset, length: made.length })
    return name as Value
  }

  build(): BuiltGraph {
    const names = new Map(this.#outputs.map(({ name, value }) => [value, name]))
    const bytes = onnxBytes({
      producer: 'voxelwise checkpoint',
      opset,
      nodes: renamedNodes(this.made, names),
      inputs: this.#inputs,
      outputs: this.#outputs,
      described: this.#described,
      constants: this.constants,
      weights: this.#weights,
    })
    return { bytes, data: this.#data, dataLength: this.#length }
  }
}
