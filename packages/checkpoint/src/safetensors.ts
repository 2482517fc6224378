/** Reads the header of a safetensors file: names, types, shapes and places of its tensors, and none of their values. */
import { CheckpointError } from './checkpoint-error.ts'

/** Bytes that can be read in slices: a file on disk, or memory. */
export interface ByteSource {
  readonly size: number
  read(start: number, end: number): Promise<Uint8Array>
}

/** Bytes of one number of each type of the format. */
const bytesOfType = {
  BOOL: 1,
  U8: 1,
  I8: 1,
  F8_E4M3: 1,
  F8_E5M2: 1,
  I16: 2,
  U16: 2,
  F16: 2,
  BF16: 2,
  I32: 4,
  U32: 4,
  F32: 4,
  I64: 8,
  U64: 8,
  F64: 8,
} as const

export type StoredType = keyof typeof bytesOfType

/** Where a tensor lies in its file. */
export interface StoredTensor {
  readonly name: string
  readonly type: StoredType
  readonly shape: readonly number[]
  /** Path of the file. */
  readonly file: string
  /** Bytes from the start of the file. */
  readonly begin: number
  readonly end: number
}

/** The format's own limit of a header. */
const longestHeader = 100_000_000
const mostSides = 8
const downloadAgain = 'Download the file again from where the model was published.'

/**
 * The tensors of one file, in the order of their places.
 * @param file its path, for messages and for `StoredTensor.file`
 * @throws CheckpointError damaged: a header that is cut or no JSON, a tensor that lies outside the file, over another
 *   one, or whose size contradicts its shape
 */
export async function readTensorList(file: string, source: ByteSource): Promise<readonly StoredTensor[]> {
  const damaged = (subject: string, message: string): CheckpointError =>
    new CheckpointError('damaged', subject, message, downloadAgain)
  if (source.size < 8) throw damaged(file, `It has ${source.size} bytes, and no safetensors header.`)
  const head = await source.read(0, 8)
  const length = Number(new DataView(head.buffer, head.byteOffset, 8).getBigUint64(0, true))
  if (length > longestHeader || 8 + length > source.size)
    throw damaged(
      file,
      isPointer(head)
        ? 'It is a Git LFS pointer, not the file itself.'
        : `Its header should have ${length} bytes; the file has ${source.size}.`,
    )
  const header = parseHeader(await source.read(8, 8 + length), problem => damaged(file, problem))
  const start = 8 + length
  const tensors = Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(([name, entry]) =>
      placeOfTensor(name, entry, { file, start, size: source.size }, problem =>
        damaged(`${file}: ${name}`, problem),
      ),
    )
    .sort((a, b) => a.begin - b.begin || a.end - b.end)
  for (const [i, tensor] of tensors.entries()) {
    const before = tensors[i - 1]
    if (before && before.end > tensor.begin)
      throw damaged(`${file}: ${tensor.name}`, `It lies over the tensor ${before.name}.`)
  }
  return tensors
}

const isPointer = (head: Uint8Array): boolean => new TextDecoder().decode(head) === 'version '

type Damaged = (problem: string) => CheckpointError

function parseHeader(bytes: Uint8Array, damaged: Damaged): Readonly<Record<string, unknown>> {
  let text: string
  let header: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    header = JSON.parse(text)
  } catch {
    throw damaged('Its header is not JSON.')
  }
  if (!isFields(header)) throw damaged('Its header is not a JSON object.')
  const repeated = repeatedName(text, Object.keys(header).length)
  if (repeated) throw damaged(`Its header names a tensor twice.`)
  return header
}

/** `JSON.parse` keeps the last of two equal names. Every tensor has one field `data_offsets`. */
function repeatedName(text: string, names: number): boolean {
  const offsets = text.match(/"data_offsets"\s*:/g)?.length ?? 0
  return offsets > names
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function placeOfTensor(
  name: string,
  entry: unknown,
  at: { readonly file: string; readonly start: number; readonly size: number },
  damaged: Damaged,
): StoredTensor {
  if (!isFields(entry)) throw damaged('Its entry in the header is no object.')
  const { dtype, shape, data_offsets: offsets } = entry
  if (typeof dtype !== 'string' || !Object.hasOwn(bytesOfType, dtype))
    throw damaged(`Its type ${JSON.stringify(dtype)} is not known.`)
  if (!Array.isArray(shape) || shape.length > mostSides || !shape.every(isSize))
    throw damaged('Its shape should be a list of at most eight whole numbers.')
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isSize))
    throw damaged('Its data_offsets should be two whole numbers.')
  const [from, to] = offsets as [number, number]
  if (from > to || at.start + to > at.size)
    throw damaged(
      `It should end at byte ${at.start + to}; the file has ${at.size}. The file is cut, or damaged.`,
    )
  const type = dtype as StoredType
  const wanted = shape.reduce((count, side) => count * side, bytesOfType[type])
  if (wanted !== to - from)
    throw damaged(`Its shape ${shape.join(' x ')} in ${type} needs ${wanted} bytes; it has ${to - from}.`)
  return { name, type, shape, file: at.file, begin: at.start + from, end: at.start + to }
}
