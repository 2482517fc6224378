/** Text files of other encodings as if they were UTF-8: UTF-16 by its mark, Windows-1252 where nothing else is likely. */
import { ownValue } from '@voxelwise/python'
import { type ByteFile, memoryBytes, textOrNull } from './bytes.ts'

/** A text in another encoding is held as a whole. A larger one is left as it is, and its reader refuses it. */
const MAX_CONVERTED = 64_000_000

/** Bytes that are looked at for what is not UTF-8. */
const LOOKED_AT = 4 << 20

/** @returns the file itself where it is UTF-8, or of no encoding that is sure */
export async function asUtf8(file: ByteFile): Promise<ByteFile> {
  if (file.size > MAX_CONVERTED) return file
  const [first, second] = await file.read(0, 2)
  if (first === 0xff && second === 0xfe) return converted(file, 'utf-16le', 'UTF-16')
  if (first === 0xfe && second === 0xff) return converted(file, 'utf-16be', 'UTF-16')
  const isWestern = isWindows1252(await file.read(0, LOOKED_AT), file.size <= LOOKED_AT)
  return isWestern ? converted(file, 'windows-1252', 'Windows-1252') : file
}

/** Without the mark; half a character is left as the sign for one, as it would be in any editor. */
async function converted(file: ByteFile, label: string, encoding: string): Promise<ByteFile> {
  const decoded = new TextDecoder(label).decode(await file.read(0, file.size))
  const text =
    label === 'windows-1252'
      ? decoded.replace(/[\x80-\x9f]/g, sign => ownValue(signs, sign) ?? sign)
      : decoded
  return { ...memoryBytes(file.name, new TextEncoder().encode(text)), encoding }
}

/** Node 20 decodes these as Latin-1; https://encoding.spec.whatwg.org/index-windows-1252.txt */
const signs: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ',
    (sign, i) => [String.fromCharCode(0x80 + i), sign] as const,
  ).filter(([, sign]) => sign !== ' '),
)

/** Codes that Windows-1252 leaves free: they stand in texts of other languages. */
const free = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/**
 * Whether bytes are text in Windows-1252, of which Latin-1 is a part: not UTF-8, and letters beyond ASCII are few and stand
 * among others, as in Western European texts. In Cyrillic and Chinese encodings they stand side by side.
 */
function isWindows1252(bytes: Uint8Array, isWhole: boolean): boolean {
  if (textOrNull(isWhole ? bytes : bytes.subarray(0, endOfCharacter(bytes))) !== null) return false
  let [beyond, together] = [0, 0]
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0 || free.has(byte)) return false
    if (byte < 0x80) continue
    beyond++
    if ((bytes[i - 1] ?? 0) >= 0x80 && (bytes[i - 2] ?? 0) >= 0x80) together++
  }
  return beyond < bytes.length / 8 && together <= beyond / 10
}

/** Before the last bytes of a cut that could be the beginning of a character. */
function endOfCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= 4 && back <= bytes.length; back++)
    if ((bytes[bytes.length - back] ?? 0) >= 0xc0) return bytes.length - back
  return bytes.length
}
