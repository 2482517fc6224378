import type { Budget } from '../budget.ts'
import type { Faults } from '../faults.ts'
import type { LookUpTable } from '../grey/grey-frame.ts'
import { halfToEven } from '../half-to-even.ts'
import type { DataSet } from './data-set.ts'
import { readLookUpTable } from './frame-attributes.ts'
import type { FrameSamples } from './frame-samples.ts'

/** A segmented palette table (PS3.3 C.7.9.2): entries, ramps, repeats of earlier segments; null where it is damaged. */
function expandedSegments(
  [count = Number.NaN, first = Number.NaN, bits = Number.NaN]: readonly number[],
  bytes: Uint8Array,
  littleEndian: boolean,
): LookUpTable | null {
  if (Number.isNaN(bits)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wide = bits > 8
  const words = Array.from({ length: Math.floor(bytes.length / (wide ? 2 : 1)) }, (_, i) =>
    wide ? view.getUint16(2 * i, littleEndian) : view.getUint8(i),
  )
  const most = count & 0xffff || 1 << 16
  const out: number[] = []
  /** @returns whether the segments make sense */
  const expand = (from: number, segments: number, isNested: boolean): boolean => {
    let at = from
    for (let read = 0; read < segments && at + 1 < words.length && out.length < most; read++) {
      const code = words[at] as number
      const length = words[at + 1] as number
      at += 2
      const last = out.at(-1)
      if (code === 0) {
        out.push(...words.slice(at, at + length))
        at += length
      } else if (code === 1) {
        const end = words[at]
        if (last === undefined || end === undefined) return false
        for (let i = 1; i <= length; i++) out.push(halfToEven(last + ((end - last) * i) / length))
        at++
      } else if (code === 2) {
        const parts = wide ? 2 : 4
        if (last === undefined || at + parts > words.length || isNested) return false
        // Bytes of the offset, lowest first; of words of 16 bits the lower word first.
        const offset = words
          .slice(at, at + parts)
          .reduceRight((sum, part) => sum * (wide ? 0x10000 : 256) + part, 0)
        if (!expand(wide ? offset / 2 : offset, length, true)) return false
        at += parts
      } else return false
    }
    return true
  }
  const isSound = expand(0, Number.POSITIVE_INFINITY, false) && out.length >= most
  return isSound ? { first, bits, entries: Uint16Array.from(out.slice(0, most)) } : null
}

export function dicomColours(samples: FrameSamples, data: DataSet, budget: Budget): Uint8Array {
  const { faults } = budget
  const { photometric, values, stored, components } = samples
  budget.reserve(samples.rows * samples.columns * 3)
  if (components === 1) return paletteColours(samples, data, faults)
  const bits = values.BYTES_PER_ELEMENT === 1 ? 8 : stored
  if (photometric === 'RGB') return bits <= 8 ? new Uint8Array(values) : highBytes(samples)
  if (photometric !== 'YBR_FULL' && photometric !== 'YBR_FULL_422')
    throw faults.unsupported('the colours of this DICOM file')
  if (bits > 8) throw faults.unsupported('YBR of more than 8 bits')
  return rgbOfYbr(values)
}

/** Eight bits of each sample, from the highest. */
function highBytes({ values, stored }: FrameSamples): Uint8Array {
  const shift = Math.max(0, stored - 8)
  return Uint8Array.from(values, value => value >> shift)
}

/** PS3.3 C.7.6.3.1.2 in the precision of pydicom's `convert_color_space`. */
function rgbOfYbr(values: ArrayLike<number>): Uint8Array {
  const rgb = new Uint8Array(values.length)
  for (let at = 0; at < values.length; at += 3) {
    const y = values[at] as number
    const blue = (values[at + 1] as number) - 128
    const red = (values[at + 2] as number) - 128
    rgb[at] = rounded(y + 1.402 * red)
    rgb[at + 1] = rounded(y - ((0.114 * 1.772) / 0.587) * blue - ((0.299 * 1.402) / 0.587) * red)
    rgb[at + 2] = rounded(y + 1.772 * blue)
  }
  return rgb
}

const rounded = (value: number): number => Math.min(255, Math.max(0, Math.floor(value + 0.5)))

/** PS3.3 C.7.6.3.1.5: of entries of 16 bits the high byte. */
function paletteColours({ values, signed }: FrameSamples, data: DataSet, faults: Faults): Uint8Array {
  const rgb = new Uint8Array(values.length * 3)
  for (const [channel, colour] of (['red', 'green', 'blue'] as const).entries()) {
    const descriptor = data.numbers(`${colour}Descriptor`, signed)
    const segments = data.bytes(`${colour}Segments`)
    const bits = descriptor[2] ?? 0
    const plain = data.bytes(`${colour}Table`)
    const table = plain
      ? readLookUpTable(descriptor, plain, data.littleEndian)
      : segments && expandedSegments(descriptor, segments, data.littleEndian)
    if (!table) throw faults.damaged('it has no table for its colours')
    const { entries, first } = table
    const isWide = entries instanceof Uint16Array && (plain !== null || bits > 8)
    const shift = isWide ? 8 : 0
    const last = entries.length - 1
    for (let i = 0, to = channel; i < values.length; i++, to += 3) {
      const at = Math.min(last, Math.max(0, (values[i] as number) - first))
      rgb[to] = (entries[at] as number) >> shift
    }
  }
  return rgb
}
