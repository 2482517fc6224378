import type { LookUpTable } from '../grey/grey-frame.ts'
import type { DataSet } from './data-set.ts'

/**
 * A modality or VOI table (PS3.3 C.11.1.1, C.11.2.1.1).
 * @param signed whether stored values are signed
 * @returns null where it is empty or damaged
 */
export function readTable(item: DataSet, signed: boolean): LookUpTable | null {
  return tableOf(item.numbers('lutDescriptor', signed), item.bytes('lutData'), item.littleEndian)
}

/** Entries of one byte where there are not bytes enough for two. */
export function tableOf(
  descriptor: readonly number[],
  bytes: Uint8Array | null,
  littleEndian: boolean,
): LookUpTable | null {
  const [count = Number.NaN, first = Number.NaN, bits = Number.NaN] = descriptor
  if (!bytes || Number.isNaN(bits)) return null
  const length = count & 0xffff || 1 << 16
  const depth = bits & 0xff
  if (depth < 1 || depth > 16 || bytes.length < length) return null
  if (bytes.length < 2 * length) return { first, bits: depth, entries: bytes.subarray(0, length) }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = new Uint16Array(length)
  for (let i = 0; i < length; i++) entries[i] = view.getUint16(2 * i, littleEndian)
  return { first, bits: depth, entries }
}
