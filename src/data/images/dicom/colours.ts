import type { Budget } from '../budget.ts'
import type { DataSet } from './data-set.ts'
import type { Faults } from './faults.ts'
import type { FrameSamples } from './frame-samples.ts'
import { tableOf } from './look-up-table.ts'
import { expandedSegments } from './segmented-table.ts'

/** RGB of 8 bits of a frame in colours. */
export function colours(samples: FrameSamples, data: DataSet, budget: Budget, faults: Faults): Uint8Array {
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
      ? tableOf(descriptor, plain, data.littleEndian)
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
