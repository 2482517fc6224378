import { Faults } from './faults.ts'

/** Bytes of an image file: any picture within `MAX_PIXELS` fits, uncompressed. */
export const MAX_FILE = 256_000_000

/** Longest side in pixels. */
const MAX_SIDE = 20_000

/**
 * Most pixels: what every decoder, the browser's own too (10 bytes a pixel for a progressive JPEG), does within
 * `MAX_MEMORY` and five seconds. The largest photographs of telephones (48.8 million) and scanned mammograms pass.
 */
const MAX_PIXELS = 50_000_000

/** Maximum bytes in memory for one image: the file, its unpacked data, the pixels. */
const MAX_MEMORY = 512_000_000

/**
 * Maximum number of pieces in a file. Each limit is several times what any encoder writes for the largest picture. Even
 * an empty piece costs time and memory, so the size of a file does not bound its cost.
 */
const MOST = {
  'PNG chunks': 1 << 18,
  'WebP chunks': 1 << 16,
  'GIF blocks': 1 << 20,
  'TIFF strips or tiles': 1 << 17,
  'blocks of compressed data': 1 << 18,
  'meaningless codes': 1 << 18,
} as const

type Piece = keyof typeof MOST

/**
 * What reading one image file may cost, the same for every format. Decoders ask before they allocate and count as
 * they go. There is no clock in it: a file is accepted on every machine or on none, and a laptop that slept in the
 * middle of a picture has not made it a bad one.
 */
export class Budget {
  /** What can be wrong with the file, for those who read it. */
  readonly faults: Faults
  readonly #pieces = new Map<Piece, number>()
  #memory = 0
  #unpacked = 0

  /** @throws PixelError `image-too-large`, as do its methods, naming the file and the limit */
  constructor(name: string, fileBytes: number) {
    this.faults = new Faults(name)
    checkFileSize(name, fileBytes)
    this.reserve(fileBytes)
  }

  /** A size that a header declares, before anything is done about it. */
  picture(width: number, height: number): void {
    if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS) return
    throw this.faults.tooLarge(width, height, `${MAX_SIDE} a side and ${MAX_PIXELS} in all`)
  }

  /** Bytes about to be allocated; together with those before. */
  reserve(bytes: number): void {
    this.#memory += bytes
    if (this.#memory > MAX_MEMORY) throw this.faults.needsMemory(this.#memory, MAX_MEMORY)
  }

  /** Bytes of a strip or tile before unpacking: they may overlap, and extend beyond the picture. */
  unpack(bytes: number): void {
    this.reserve(bytes)
    this.#unpacked += bytes
    if (this.#unpacked > MAX_MEMORY) throw this.faults.needsMemory(this.#unpacked, MAX_MEMORY)
  }

  /** Bytes that are no longer held. */
  release(bytes: number): void {
    this.#memory -= bytes
  }

  count(piece: Piece, more = 1): void {
    const sum = (this.#pieces.get(piece) ?? 0) + more
    if (sum > MOST[piece]) throw this.faults.crowded(piece, MOST[piece])
    this.#pieces.set(piece, sum)
  }
}

/** Before a file is read: one of gigabytes would not even fit. */
export function checkFileSize(name: string, bytes: number): void {
  if (bytes > MAX_FILE) throw new Faults(name).longFile(bytes, MAX_FILE)
}
