/**
 * Puts our matrix kernel into a file of ONNX Runtime's WebAssembly: two functions change, two are added, every other byte
 * stays. Sections are those of the WebAssembly specification, chapter 5.5.
 */
import { type Code, unsigned, vector } from './assembly.ts'
import { kernelBody } from './kernel.ts'

/** Eight whole numbers and a float to a whole number: the type of the two kernels. */
const kernelType: Code = [0x60, 9, ...Array<number>(8).fill(0x7f), 0x7d, 1, 0x7f]
/** No other function of that type has as many vectors among its locals. */
const fewestVectors = 9
const [typeSection, importSection, functionSection, codeSection] = [1, 2, 3, 10] as const
const headerBytes = 8

/** Reads a file, or a part of it, from its beginning. */
class Cursor {
  readonly bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  number(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }

  take(length: number): Uint8Array {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  sized(): Uint8Array {
    return this.take(this.number())
  }

  /** What `read` has passed over. */
  passed(read: () => void): Uint8Array {
    const start = this.at
    read()
    return this.bytes.subarray(start, this.at)
  }

  vector<T>(read: () => T): T[] {
    return Array.from({ length: this.number() }, read)
  }
}

interface Section {
  readonly id: number
  readonly content: Uint8Array
}

function listSections(file: Uint8Array): readonly Section[] {
  const cursor = new Cursor(file)
  cursor.take(headerBytes)
  const sections: Section[] = []
  while (cursor.at < file.length) sections.push({ id: cursor.number(), content: cursor.sized() })
  return sections
}

const sectionContent = (sections: readonly Section[], wanted: number): Uint8Array =>
  sections.find(({ id }) => id === wanted)?.content ?? new Uint8Array([0])

export interface PublishedKernel {
  /** Place among the functions of the file. */
  readonly place: number
  readonly type: number
  readonly body: Uint8Array
  /** Whether the product is added to C. */
  readonly isAdded: boolean
}

/** Functions of the file that can be its matrix kernels: two, of which one adds, in every version known. */
export function publishedKernels(file: Uint8Array): readonly PublishedKernel[] {
  const sections = listSections(file)
  const kernel = readTypes(sectionContent(sections, typeSection)).findIndex(type => isSame(type, kernelType))
  const types = readNumbers(sectionContent(sections, functionSection))
  return splitItems(sectionContent(sections, codeSection)).flatMap((body, place) =>
    types[place] === kernel && countVectors(body) >= fewestVectors
      ? [{ place, type: kernel, body, isAdded: addsToC(body) }]
      : [],
  )
}

/**
 * @param isFused false for two instructions that every engine has, instead of the one of relaxed SIMD
 * @returns null where the file does not have exactly the two functions that are known
 */
export function withKernel(file: Uint8Array, isFused = true): Uint8Array<ArrayBuffer> | null {
  const kernels = publishedKernels(file)
  if (kernels.length !== 2 || kernels[0]?.isAdded === kernels[1]?.isAdded) return null
  const sections = listSections(file)
  const types = readNumbers(sectionContent(sections, functionSection))
  const bodies = splitItems(sectionContent(sections, codeSection))
  // The published functions move to the end: no other function gets another index.
  const first = importedFunctions(sectionContent(sections, importSection)) + bodies.length
  for (const [i, { place, type, body, isAdded }] of kernels.entries()) {
    bodies[place] = new Uint8Array(kernelBody({ published: first + i, isAdded, isFused }))
    bodies.push(body)
    types.push(type)
  }
  const changed = new Map<number, Uint8Array>([
    [functionSection, new Uint8Array(vector(types.map(unsigned)))],
    [codeSection, joined(unsigned(bodies.length), ...bodies.flatMap(sizedParts))],
  ])
  const parts = sections.flatMap(({ id, content }) => [[id], ...sizedParts(changed.get(id) ?? content)])
  return joined(file.subarray(0, headerBytes), ...parts)
}

const sizedParts = (content: Uint8Array): readonly ArrayLike<number>[] => [unsigned(content.length), content]

function readTypes(content: Uint8Array): Uint8Array[] {
  const cursor = new Cursor(content)
  return cursor.vector(() =>
    cursor.passed(() => {
      cursor.take(1)
      cursor.sized()
      cursor.sized()
    }),
  )
}

/** How many functions are imported: they have the first indices. */
function importedFunctions(content: Uint8Array): number {
  const cursor = new Cursor(content)
  const kinds = cursor.vector(() => {
    cursor.sized()
    cursor.sized()
    const [kind = 0] = cursor.take(1)
    if (kind === 1 || kind === 2) {
      cursor.take(kind === 1 ? 1 : 0)
      const hasMost = cursor.number() & 1
      cursor.number()
      if (hasMost) cursor.number()
    } else if (kind === 3) cursor.take(2)
    else {
      cursor.take(kind === 4 ? 1 : 0)
      cursor.number()
    }
    return kind
  })
  return kinds.filter(kind => kind === 0).length
}

const readNumbers = (content: Uint8Array): number[] => {
  const cursor = new Cursor(content)
  return cursor.vector(() => cursor.number())
}

const splitItems = (content: Uint8Array): Uint8Array[] => {
  const cursor = new Cursor(content)
  return cursor.vector(() => cursor.sized())
}

function countVectors(body: Uint8Array): number {
  const cursor = new Cursor(body)
  const locals = cursor.vector(() => [cursor.number(), cursor.number()] as const)
  return locals.reduce((sum, [count, type]) => (type === 0x7b ? sum + count : sum), 0)
}

/** The kernel that adds to C has an addition behind each of its products. */
const addsToC = (body: Uint8Array): boolean =>
  countCode(body, [0xfd, 0xe4, 0x01]) > countCode(body, [0xfd, 0xe6, 0x01])

const countCode = (body: Uint8Array, code: Code): number =>
  body.reduce((sum, _, at) => sum + Number(code.every((byte, i) => body[at + i] === byte)), 0)

const isSame = (a: Uint8Array, b: Code): boolean =>
  a.length === b.length && b.every((byte, i) => a[i] === byte)

const joined = (...parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> =>
  Buffer.concat(parts.map(part => Uint8Array.from(part)))
