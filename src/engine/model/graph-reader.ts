/** Reads what a graph states of its weights and values. */
import type { InputOutline } from '../families/family.ts'
import { type Field, ProtobufReader, type Span } from './protobuf.ts'

/** A weight, without its values. */
export interface TensorOutline {
  readonly name: string
  /** `TensorProto.DataType`. */
  readonly type: number
  readonly dims: readonly number[]
  /** Where its values are if not in the file itself. The length may be missing. */
  readonly external: { readonly file: string; readonly offset: number; readonly length: number | null } | null
}

const filePath = (location: string): string => location.replace(/^\.\//, '')

export class GraphReader extends ProtobufReader {
  /** All files that tensors name: where one names several, readers differ in which of them they take. */
  readonly locations = new Set<string>()

  /** TensorProto: dims = 1, data_type = 2, name = 8, external_data = 13, data_location = 14 (1: external). */
  async tensor(span: Span): Promise<TensorOutline> {
    const dims: number[] = []
    const entries = new Map<string, string>()
    let name = ''
    let type = 0
    for await (const field of this.fields(span)) {
      if (field.id === 1) dims.push(...(await this.integers(field)))
      else if (field.id === 2 && field.span === null) type = field.value
      else if (field.id === 8 && field.span) name = await this.text(field.span)
      else if (field.id === 13 && field.span) {
        const [key, value] = await this.#entry(field.span)
        entries.set(key, value)
        if (key === 'location') this.locations.add(filePath(value))
      }
    }
    const file = entries.get('location')
    if (file === undefined) return { name, type, dims, external: null }
    const length = entries.get('length')
    const external = {
      file: filePath(file),
      offset: Number(entries.get('offset')) || 0,
      length: length === undefined ? null : Number(length) || 0,
    }
    return { name, type, dims, external }
  }

  /** StringStringEntryProto: key = 1, value = 2. */
  async #entry(span: Span): Promise<[key: string, value: string]> {
    let key = ''
    let value = ''
    for await (const field of this.fields(span)) {
      if (field.id === 1 && field.span) key = await this.text(field.span)
      if (field.id === 2 && field.span) value = await this.text(field.span)
    }
    return [key, value]
  }

  /**
   * ValueInfoProto: name = 1, type = 2; TypeProto.tensor_type = 1; its elem_type = 1, shape = 2;
   * TensorShapeProto.dim = 1; its dim_value = 1.
   */
  async value(span: Span): Promise<InputOutline> {
    let name = ''
    let type = 0
    const dims: (number | null)[] = []
    for await (const field of this.fields(span)) {
      if (!field.span) continue
      if (field.id === 1) name = await this.text(field.span)
      else if (field.id === 2)
        for await (const { span: tensor } of this.#ones(field.span)) {
          if (!tensor) continue
          for await (const part of this.fields(tensor)) {
            if (part.id === 1 && part.span === null) type = part.value
            else if (part.id === 2 && part.span)
              for await (const { span: dim } of this.#ones(part.span)) dims.push(await this.#side(dim))
          }
        }
    }
    return { name, type, dims }
  }

  async #side(dim: Span | null): Promise<number | null> {
    let size: number | null = null
    if (dim) for await (const { value } of this.#ones(dim)) size = value
    return size
  }

  /** The fields of number 1. */
  async *#ones(span: Span): AsyncGenerator<Field> {
    for await (const field of this.fields(span)) if (field.id === 1) yield field
  }
}
