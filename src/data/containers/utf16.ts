/** Tables in UTF-16, as spreadsheets save "Unicode text": read as if they were UTF-8. */
import { type ByteFile, memoryBytes } from './bytes.ts'

/** The whole text is in memory then, so a larger one is left as it is, and refused where it is read. */
export const MAX_UTF16 = 64_000_000

/** @returns the file itself where it does not begin with a byte order mark of UTF-16 */
export async function asUtf8(file: ByteFile): Promise<ByteFile> {
  if (file.size > MAX_UTF16) return file
  const [first, second] = await file.read(0, 2)
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  if (encoding === null) return file
  // Without the mark; half a character is left as the sign for one, as it would be in any editor.
  const text = new TextDecoder(encoding).decode(await file.read(0, file.size))
  return memoryBytes(file.name, new TextEncoder().encode(text))
}
