import { decompressZstd } from 'hyparquet-compressors'

/** Types of blocks; `compressed` is also a type of their literals (RFC 8878, 3.1.1.2 and 3.1.1.3). */
const rle = 1
const compressed = 2

const magic = 0xfd2fb528
/** The last four bits of a skippable frame's magic number are free. */
const skippable = 0x184d2a50

/**
 * Unpacks Zstandard frames into `output`, and never beyond it.
 * @returns the part of `output` that was filled
 * @throws Error if the frames are damaged
 */
export function unzstd(packed: Uint8Array, output: Uint8Array): Uint8Array {
  checkWeights(packed)
  return decompressZstd(packed, output)
}

/**
 * fzstd (0.1.1) never returns from a Huffman table whose weights are all the same symbol: each state of their decoder then
 * reads no bit. The reference decoder refuses such a table, too.
 * @throws Error if there is one
 */
function checkWeights(packed: Uint8Array): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const isThere = (at: number, length: number): boolean => at + length <= packed.length
  let at = 0
  // What is cut short is left to the decoder, which refuses it.
  while (isThere(at, 8)) {
    const number = view.getUint32(at, true)
    if (number >>> 4 === skippable >>> 4) {
      at += 8 + view.getUint32(at + 4, true)
      continue
    }
    if (number !== magic) return
    const descriptor = view.getUint8(at + 4)
    at += 4 + headerLength(descriptor)
    for (let isLast = false; !isLast && isThere(at, 3); ) {
      const block = view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
      const kind = (block >> 1) & 3
      isLast = (block & 1) === 1
      at += 3
      if (kind === compressed && hasOneWeight(packed.subarray(at, at + (block >> 3))))
        throw new Error('a Huffman table has one weight only')
      at += kind === rle ? 1 : block >> 3
    }
    if (descriptor & 4) at += 4
  }
}

/** Bytes of a frame's header after its magic number (RFC 8878, 3.1.1.1). */
function headerLength(descriptor: number): number {
  const isSingle = (descriptor >> 5) & 1
  const ofSize = descriptor >> 6 === 0 ? isSingle : 1 << (descriptor >> 6)
  const ofDictionary = (descriptor & 3) === 3 ? 4 : descriptor & 3
  return 1 + (1 - isSingle) + ofDictionary + ofSize
}

/** Whether the weights of a block's Huffman table are compressed, and one symbol has the whole probability (RFC 8878, 4.1.1). */
function hasOneWeight(block: Uint8Array): boolean {
  const head = block[0] ?? 0
  if ((head & 3) !== compressed) return false
  // After the lengths of the literals, in 3 to 5 bytes.
  const tree = 2 + Math.max(1, (head >> 2) & 3)
  // A larger number is that of weights which are not compressed.
  if ((block[tree] ?? 255) >= 128) return false
  const table = tree + 1
  const bits = ((block[table] ?? 0) & 15) + 5
  let at = table * 8 + 4
  const read = (count: number): number => {
    const byte = at >> 3
    const three = (block[byte] ?? 0) | ((block[byte + 1] ?? 0) << 8) | ((block[byte + 2] ?? 0) << 16)
    return (three >> (at & 7)) & ((1 << count) - 1)
  }
  while (at < block.length * 8) {
    const value = read(bits + 1)
    if (value === 2 ** (bits + 1) - 1) return true
    // A probability of 0, and how many more follow it.
    if ((value & (2 ** bits - 1)) !== 1) return false
    at += bits
    while (read(2) === 3 && at < block.length * 8) at += 2
    at += 2
  }
  return false
}
