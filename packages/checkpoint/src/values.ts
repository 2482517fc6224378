/** The numbers of a tensor, read in slices, with an adapter's part added. */
import { CheckpointError } from './checkpoint-error.ts'
import { decodeBfloat16, decodeFloat16, decodeFloat32 } from './floats.ts'
import type { StoredTensor } from './safetensors.ts'

/** Reads bytes of the checkpoint's files. */
export type ReadBytes = (file: string, begin: number, end: number) => Promise<Uint8Array>

/** Fills an array with numbers that were read, from the `at`-th of them on. @throws CheckpointError damaged */
type Fill = (into: Float32Array, at: number) => void

/** Numbers of a matrix or vector: row after row. */
export interface Values {
  readonly name: string
  readonly shape: readonly number[]
  /** Where they lie as they are; null where they have to be computed. */
  readonly stored: StoredTensor | null
  /** Reads them from one number to another. In 32 bits they are only as many at once as are asked for. */
  load(read: ReadBytes, from: number, to: number): Promise<Fill>
}

/** Numbers from one to another, all at once in 32 bits. */
export async function loadFloats(
  values: Values,
  read: ReadBytes,
  from: number,
  to: number,
): Promise<Float32Array<ArrayBuffer>> {
  const fill = await values.load(read, from, to)
  const floats = new Float32Array(to - from)
  fill(floats, 0)
  return floats
}

const floatTypes = {
  F32: { size: 4, decode: decodeFloat32 },
  F16: { size: 2, decode: decodeFloat16 },
  BF16: { size: 2, decode: decodeBfloat16 },
} as const

const isFloatType = (type: string): type is keyof typeof floatTypes => Object.hasOwn(floatTypes, type)

export const elementCount = (shape: readonly number[]): number =>
  shape.reduce((count, side) => count * side, 1)

/** @throws CheckpointError unsupported where the tensor does not hold floats of 16 or 32 bits */
export function storedValues(tensor: StoredTensor): Values {
  const { name, shape, type, file } = tensor
  if (!isFloatType(type))
    throw new CheckpointError(
      'unsupported',
      `${file}: ${name}`,
      `This tensor is stored as ${type}; F32, F16 and BF16 are read.`,
      'Choose the checkpoint that was published in 16 or 32 bits.',
    )
  const { size, decode } = floatTypes[type]
  return {
    name,
    shape,
    stored: tensor,
    async load(read, from, to) {
      const bytes = await readWhole(tensor, read, from * size, to * size)
      // A slice of a file may begin anywhere, and a typed array only at a multiple of its size.
      const aligned = bytes.byteOffset % size === 0 ? bytes : bytes.slice()
      return (into, at) => {
        if (!decode(aligned, at, into)) throw notFinite(tensor)
      }
    },
  }
}

const downloadAgain = 'Download this file again from where the model was published.'

/**
 * Bytes of a tensor as they are stored, from its beginning, in a buffer of their own.
 * @throws CheckpointError damaged where the file has fewer
 */
export const storedBytes = async (
  tensor: StoredTensor,
  read: ReadBytes,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> => (await readWhole(tensor, read, start, end)).slice()

async function readWhole(
  { name, file, begin }: StoredTensor,
  read: ReadBytes,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const bytes = await read(file, begin + start, begin + end)
  if (bytes.length === end - start) return bytes
  throw new CheckpointError(
    'damaged',
    `${file}: ${name}`,
    `Only ${bytes.length} of ${end - start} bytes could be read. The file has changed since it was opened.`,
    downloadAgain,
  )
}

/** A number that is infinite or none would make every answer so. */
const notFinite = ({ name, file }: StoredTensor): CheckpointError =>
  new CheckpointError(
    'damaged',
    `${file}: ${name}`,
    'It has numbers that are infinite or no numbers.',
    downloadAgain,
  )

/** The same numbers, each changed. @param change a pure function of one number */
export function changedValues(values: Values, change: (value: number) => number): Values {
  return {
    ...values,
    stored: null,
    async load(read, from, to) {
      const fill = await values.load(read, from, to)
      return (into, at) => {
        fill(into, at)
        for (let i = 0; i < into.length; i++) into[i] = change(into[i] as number)
      }
    },
  }
}

/** Matrices of equal rows, or vectors, one below the other. @param name that no tensor has */
export function joinedRows(name: string, parts: readonly Values[]): Values {
  const [, ...rest] = parts[0]?.shape ?? []
  const placed: { readonly part: Values; readonly begin: number; readonly end: number }[] = []
  let count = 0
  for (const part of parts) {
    const begin = count
    count += elementCount(part.shape)
    placed.push({ part, begin, end: count })
  }
  return {
    name,
    shape: [count / elementCount(rest), ...rest],
    stored: null,
    async load(read, from, to) {
      const loaded = placed
        .map(({ part, begin, end }) => ({
          part,
          begin,
          first: Math.max(from, begin),
          last: Math.min(to, end),
        }))
        .filter(({ first, last }) => first < last)
      const fills = await Promise.all(
        loaded.map(({ part, begin, first, last }) => part.load(read, first - begin, last - begin)),
      )
      return (into, at) => {
        for (const [i, { first, last }] of loaded.entries()) {
          const [start, end] = [Math.max(from + at, first), Math.min(from + at + into.length, last)]
          if (start < end) fills[i]?.(into.subarray(start - from - at, end - from - at), start - first)
        }
      }
    },
  }
}

/** Some rows of a matrix, or numbers of a vector. */
export function someRows(values: Values, first: number, count: number): Values {
  const [, ...rest] = values.shape
  const width = elementCount(rest)
  return {
    ...values,
    shape: [count, ...rest],
    stored: null,
    load: (read, from, to) => values.load(read, first * width + from, first * width + to),
  }
}
