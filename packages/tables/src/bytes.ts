/** Bytes that can be hashed, sent to a thread and made a blob. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A file of any size that can be read in parts. */
export interface ByteFile {
  /** Path, for errors and references. It begins with the name of the folder that all files lie in. */
  readonly name: string
  readonly size: number
  /** The file's encoding, where it is another than UTF-8 and was converted. */
  readonly encoding?: string | undefined
  /**
   * The bytes from `start` to before `end`, fewer where the file ends before. Errors with a name of their own pass through every
   * reader.
   */
  read(start: number, end: number): Promise<Bytes>
}

/** A part of a file as a file. */
export function slicedFile(file: ByteFile, name: string, start: number, end: number): ByteFile {
  return {
    name,
    size: end - start,
    read: (from, to) => file.read(start + from, Math.min(end, start + to)),
  }
}

/** Bytes in memory as a file. */
export function memoryBytes(name: string, bytes: Bytes): ByteFile {
  return { name, size: bytes.length, read: async (start, end) => bytes.slice(start, end) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @throws TypeError where it is not UTF-8 */
export const utf8Text = (bytes: Uint8Array | ArrayBuffer): string => utf8.decode(bytes)

/** Null where it is not UTF-8. */
export function textOrNull(bytes: Uint8Array): string | null {
  try {
    return utf8Text(bytes)
  } catch {
    return null
  }
}

/** Length of the byte order mark that some editors write at the beginning of UTF-8 text. */
export const markLength = ([first, second, third]: Uint8Array): number =>
  first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
