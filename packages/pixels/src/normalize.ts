import type { Pixels } from './pixels.ts'

/** The part of preprocessor_config.json that turns samples 0 to 255 into model inputs; null leaves a step out. */
export type Normalization = {
  /** Usually 1/255; null where `do_rescale` is false. */
  readonly rescaleFactor: number | null
  /** Per channel, in rescaled units; null where `do_normalize` is false. */
  readonly meanAndStd: { readonly mean: readonly number[]; readonly std: readonly number[] } | null
}

/**
 * RGB pixels as `pixel_values`: float32, planes of one channel each (C x H x W). Bit for bit what the PIL image
 * processors of transformers compute: `rescale` multiplies in float64 and rounds to float32, then `normalize`
 * subtracts and divides in float32 with mean and std rounded to float32.
 * A sample has 256 values only, so each channel is one table of 256 floats.
 * @param out where to write, `3 * width * height` floats; a fresh array unless given
 * @throws RangeError if the pixels are not RGB, or mean and std are not of three channels
 */
export function normalize(source: Pixels, how: Normalization, out?: Float32Array): Float32Array {
  const { width, height, channels, data } = source
  if (channels !== 3) throw new RangeError(`${channels} channels are not RGB`)
  const size = width * height
  const planes = out ?? new Float32Array(3 * size)
  if (planes.length !== 3 * size)
    throw new RangeError(`${planes.length} floats are not 3 x ${height} x ${width}`)
  for (let c = 0; c < 3; c++) {
    const table = normalizationTable(how, c)
    const plane = planes.subarray(c * size, (c + 1) * size)
    for (let i = 0, from = c; i < size; i++, from += 3) plane[i] = table[data[from] as number] as number
  }
  return planes
}

/** What each of the 256 sample values of one channel becomes. By loops: `Float32Array.from` goes through an iterator. */
function normalizationTable({ rescaleFactor, meanAndStd }: Normalization, channel: number): Float32Array {
  const table = new Float32Array(256)
  for (let sample = 0; sample < 256; sample++) table[sample] = sample * (rescaleFactor ?? 1)
  if (meanAndStd === null) return table
  const mean = meanAndStd.mean[channel]
  const std = meanAndStd.std[channel]
  if (mean === undefined || std === undefined) throw new RangeError(`no mean and std for channel ${channel}`)
  const mean32 = Math.fround(mean)
  const std32 = Math.fround(std)
  for (let sample = 0; sample < 256; sample++)
    table[sample] = Math.fround((table[sample] as number) - mean32) / std32
  return table
}
