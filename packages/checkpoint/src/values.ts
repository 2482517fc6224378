/** The numbers of a tensor, read in slices, with an adapter's part added. */
import { CheckpointError } from './checkpoint-error.ts'
import { floatsOfBfloat16, floatsOfFloat16 } from './floats.ts'
import type { StoredTensor } from './safetensors.ts'

/** Reads bytes of the checkpoint's files. */
export type ReadBytes = (file: string, begin: number, end: number) => Promise<Uint8Array>

/** Numbers of a matrix or vector: row after row. */
export interface Values {
  readonly name: string
  readonly shape: readonly number[]
  /** Where they lie as they are; null where they have to be computed. */
  readonly stored: StoredTensor | null
  /** From one number to another, in 32 bits. */
  floats(read: ReadBytes, from: number, to: number): Promise<Float32Array>
}

const floatTypes = { F32: 4, F16: 2, BF16: 2 } as const

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
  const size = floatTypes[type]
  return {
    name,
    shape,
    stored: tensor,
    async floats(read, from, to) {
      const { buffer } = await storedBytes(tensor, read, from * size, to * size)
      if (type === 'F32') return expectNumbers(tensor, new Float32Array(buffer))
      const bits = new Uint16Array(buffer)
      return expectNumbers(tensor, type === 'F16' ? floatsOfFloat16(bits) : floatsOfBfloat16(bits))
    },
  }
}

const downloadAgain = 'Download this file again from where the model was published.'

/**
 * Bytes of a tensor as they are stored, from its beginning.
 * @throws CheckpointError damaged where the file has fewer
 */
export async function storedBytes(
  { name, file, begin }: StoredTensor,
  read: ReadBytes,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(file, begin + start, begin + end)
  // A slice of a file may begin anywhere, and a typed array only at a multiple of its size.
  if (bytes.length === end - start) return bytes.slice()
  throw new CheckpointError(
    'damaged',
    `${file}: ${name}`,
    `Only ${bytes.length} of ${end - start} bytes could be read. The file has changed since it was opened.`,
    downloadAgain,
  )
}

/** @throws CheckpointError damaged for a number that is infinite or none: it would make every answer so */
function expectNumbers({ name, file }: StoredTensor, floats: Float32Array): Float32Array {
  // Finite numbers times 0 leave the sum at 0.
  let sum = 0
  for (let i = 0; i < floats.length; i++) sum += (floats[i] as number) * 0
  if (sum === 0) return floats
  throw new CheckpointError(
    'damaged',
    `${file}: ${name}`,
    'It has numbers that are infinite or no numbers.',
    downloadAgain,
  )
}

/** The same numbers, each changed. @param change a pure function of one number */
export function changedValues(values: Values, change: (value: number) => number): Values {
  return {
    ...values,
    stored: null,
    floats: async (read, from, to) => (await values.floats(read, from, to)).map(change),
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
    floats: (read, from, to) => values.floats(read, first * width + from, first * width + to),
  }
}
