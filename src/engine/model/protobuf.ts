/** Protobuf's wire format, read in slices. Skipped parts are never loaded. */

import { blobBytes } from '../base/blob-bytes.ts'

/** Bytes that are read when they are needed: a file on disk, or memory. */
export interface ProtobufSource {
  readonly size: number
  /** The bytes from `start` to `end`; fewer if the source is shorter than declared. */
  read(start: number, end: number): Promise<Uint8Array>
}

export const blobSource = (blob: Blob): ProtobufSource => ({
  size: blob.size,
  read: async (start, end) => new Uint8Array(await blobBytes(blob.slice(start, end))),
})

/** The bytes are no protobuf, or end too early. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'
}

/** It may be protobuf, of more parts than any model that runs here has. */
export class ProtobufLimitError extends ProtobufError {
  constructor(limit: number, parts: string) {
    super(`It contains more than ${limit} ${parts}.`)
  }
}

export interface Span {
  readonly start: number
  readonly end: number
}

/** One field of a message: a number for the scalar kinds, the place of its bytes for all others. */
export type Field = {
  readonly id: number
  /** From its number to the end of its bytes. */
  readonly whole: Span
} & ({ readonly value: number; readonly span: null } | { readonly value: null; readonly span: Span })

/** Reads a little after a jump, so that weights are skipped. Sequential reads grow up to `most`. */
const least = 1 << 14
const most = 1 << 20

/** Bytes of a packed list: the sides of a tensor are few. */
const longestList = 1 << 10

/** Fields of a file, and numbers in its lists: the largest graphs have some 100,000. A field may be two bytes. */
const maxFields = 1_000_000

/** Number of reads from the file: one for every skipped weight. */
const maxReads = 1 << 15

/** Bytes of all names together. */
const longestText = 64_000_000

/** A tag and a length at their longest. */
const longestHead = 20

export class ProtobufReader {
  readonly whole: Span
  readonly #source: ProtobufSource
  #window: Uint8Array = new Uint8Array()
  #start = 0
  #ahead = least
  #fields = 0
  #reads = 0
  #text = 0

  constructor(source: ProtobufSource) {
    this.#source = source
    this.whole = { start: 0, end: source.size }
  }

  /**
   * The fields of the message at `span`, in the file's order. Each takes a byte or more of the file, so that
   * any input comes to an end, and counts towards `maxFields`.
   * @throws ProtobufError; ProtobufLimitError, as do the others
   */
  async *fields({ start, end }: Span): AsyncGenerator<Field> {
    let at = start
    while (at < end) {
      const begin = at
      this.#spend()
      const head =
        this.#inWindow(at, Math.min(end, at + longestHead)) ??
        (await this.#bytes(at, Math.min(end, at + longestHead)))
      const cursor = { at: 0 }
      const tag = varint(head, cursor)
      const id = Math.floor(tag / 8)
      const kind = tag % 8
      if (id === 0) throw new ProtobufError('A field has no number.')
      if (kind === 0) {
        const value = varint(head, cursor)
        at += cursor.at
        yield { id, whole: { start: begin, end: at }, value, span: null }
        continue
      }
      const length = kind === 1 ? 8 : kind === 5 ? 4 : kind === 2 ? varint(head, cursor) : null
      if (length === null) throw new ProtobufError(`Unknown wire type ${kind}.`)
      const from = at + cursor.at
      at = from + length
      if (at > end) throw new ProtobufError('A field ends beyond its message.')
      yield { id, whole: { start: begin, end: at }, value: null, span: { start: from, end: at } }
    }
  }

  /** @throws ProtobufError where a text is longer than any name is */
  async text({ start, end }: Span): Promise<string> {
    if (end - start > most) throw new ProtobufError('A name is too long.')
    this.#text += end - start
    if (this.#text > longestText) throw new ProtobufLimitError(longestText, 'bytes of names')
    return new TextDecoder().decode(await this.#bytes(start, end))
  }

  /** The bytes of a node or a name. @throws ProtobufError where they are more than either has */
  async bytes({ start, end }: Span): Promise<Uint8Array> {
    if (end - start > most) throw new ProtobufError('A part is too long.')
    return this.#bytes(start, end)
  }

  /** The numbers of a repeated integer field, which may be packed into one. */
  async integers(field: Field): Promise<readonly number[]> {
    if (field.span === null) return [field.value]
    const { start, end } = field.span
    if (end - start > longestList) throw new ProtobufError('A list of numbers is too long.')
    const bytes = await this.#bytes(start, end)
    const cursor = { at: 0 }
    const values: number[] = []
    while (cursor.at < bytes.length) {
      this.#spend()
      values.push(varint(bytes, cursor))
    }
    return values
  }

  #spend() {
    if (++this.#fields > maxFields) throw new ProtobufLimitError(maxFields, 'fields')
  }

  /** Bytes that were read before; null where they were not. */
  #inWindow(start: number, end: number): Uint8Array | null {
    const [from, to] = [start - this.#start, end - this.#start]
    return from >= 0 && to <= this.#window.length ? this.#window.subarray(from, to) : null
  }

  async #bytes(start: number, end: number): Promise<Uint8Array> {
    const here = this.#inWindow(start, end)
    if (here) return here
    if (++this.#reads > maxReads) throw new ProtobufLimitError(maxReads, 'separate parts')
    const inRow = start - this.#start <= this.#window.length && start >= this.#start
    this.#ahead = inRow ? Math.min(most, 2 * this.#ahead) : least
    const upTo = Math.min(this.#source.size, Math.max(end, start + this.#ahead))
    this.#window = await this.#source.read(start, upTo)
    this.#start = start
    if (this.#window.length < end - start) throw new ProtobufError('The file ends inside a field.')
    return this.#window.subarray(0, end - start)
  }
}

/** Past 2^53 a value is only about right, and negative ones come out huge: neither is a size. */
function varint(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0
  let scale = 1
  for (let i = 0; i < 10; i++) {
    const byte = bytes[cursor.at++]
    if (byte === undefined) throw new ProtobufError('The file ends inside a field.')
    value += (byte & 127) * scale
    if (byte < 128) return value
    scale *= 128
  }
  throw new ProtobufError('A number is longer than ten bytes.')
}
