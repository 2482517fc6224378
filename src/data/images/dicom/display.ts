/** From stored values to the 8 bits that a model is shown, in double precision (docs/dicom.md). */
import type { Pixels } from '../../../engine/image/pixels.ts'
import {
  type Display,
  isWindow,
  presets,
  rgb3,
  type Window,
  type WindowPolicy,
} from '../../../engine/protocol/window-policy.ts'
import type { FrameAttributes } from './frame-attributes.ts'
import type { FrameSamples, SampleValues } from './frame-samples.ts'
import { type LookUpTable, readTable } from './look-up-table.ts'

/** A value of the modality (Hounsfield units of a CT) to 0 … 1. */
type Shade = (value: number) => number

/** @param attributes those of the frame */
export function display(
  samples: FrameSamples,
  attributes: FrameAttributes,
  policy: WindowPolicy,
): { readonly pixels: Pixels; readonly display: Display } {
  const { values, columns: width, rows: height } = samples
  const rescale = modalityOf(attributes, samples.signed)
  const isInverted = samples.photometric === 'MONOCHROME1' || attributes.inverted
  if (policy.kind === 'rgb3' && attributes.isHounsfield) {
    const data = new Uint8Array(values.length * 3)
    for (const [channel, bounds] of rgb3.entries())
      shade(values, rescale, between(bounds), isInverted, data, channel, 3)
    return { pixels: { width, height, channels: 3, data }, display: { used: 'rgb3' } }
  }
  const chosen = chosenShade(samples, attributes, policy, rescale)
  const data = new Uint8Array(values.length)
  shade(values, rescale, chosen.shade, isInverted, data, 0, 1)
  return { pixels: { width, height, channels: 1, data }, display: chosen.display }
}

/** A stored value to a value of the modality: by its table, else by slope and intercept. */
export function modalityOf({ modalityLut, slope, intercept }: FrameAttributes, signed: boolean): Shade {
  const table = modalityLut && readTable(modalityLut, signed)
  if (table) return value => entryOf(table, value)
  if (slope === null || intercept === null) return value => value
  return value => slope * value + intercept
}

interface Chosen {
  readonly shade: Shade
  readonly display: Display
}

function chosenShade(
  samples: FrameSamples,
  attributes: FrameAttributes,
  policy: WindowPolicy,
  rescale: Shade,
): Chosen {
  const asked = askedShade(samples, attributes, policy, rescale)
  if (asked) return asked
  const range = rangeOf(samples, attributes, rescale)
  const isAsked = policy.kind === 'minmax'
  return {
    shade: between(range),
    display: { used: 'range', range, ...(!isAsked && { fallback: true as const }) },
  }
}

function askedShade(
  samples: FrameSamples,
  attributes: FrameAttributes,
  policy: WindowPolicy,
  rescale: Shade,
): Chosen | null {
  const byWindow = (window: Window): Chosen => ({
    shade: inWindow(window),
    display: { used: 'window', window },
  })
  switch (policy.kind) {
    case 'file': {
      const voi = attributes.voiLuts[policy.window]
      const table = voi && readTable(voi, samples.signed)
      if (table) return { shade: inTable(table), display: { used: 'voi-lut' } }
      const window = attributes.windows[policy.window]
      return window && isWindow(window) ? byWindow(window) : null
    }
    case 'window':
      return byWindow({ centre: policy.centre, width: policy.width, function: policy.function })
    case 'preset': {
      if (!attributes.isHounsfield) return null
      const [centre, width] = presets[policy.name]
      return byWindow({ centre, width, function: 'LINEAR' })
    }
    case 'percentile': {
      const range = percentilesOf(samples, attributes, rescale, [policy.low, policy.high])
      return { shade: between(range), display: { used: 'range', range } }
    }
    default:
      return null
  }
}

/** PS3.3 C.11.2.1.2.1 to C.11.2.1.3. A LINEAR window of width 1 has a step for a ramp. */
function inWindow({ centre, width, function: name }: Window): Shade {
  if (name === 'SIGMOID') return value => 1 / (1 + Math.exp((-4 * (value - centre)) / width))
  if (name === 'LINEAR_EXACT') return value => clipped((value - centre) / width + 0.5)
  if (width === 1) return value => (value > centre - 0.5 ? 1 : 0)
  return value => clipped((value - (centre - 0.5)) / (width - 1) + 0.5)
}

function inTable(table: LookUpTable): Shade {
  const top = 2 ** table.bits - 1
  return value => clipped(entryOf(table, value) / top)
}

const between =
  ([low, high]: readonly [number, number]): Shade =>
  value =>
    high > low ? clipped((value - low) / (high - low)) : 0

const clipped = (t: number): number => (t > 0 ? (t < 1 ? t : 1) : 0)

function entryOf({ first, entries }: LookUpTable, value: number): number {
  const at = Math.floor(value - first)
  return entries[at < 0 ? 0 : Math.min(at, entries.length - 1)] as number
}

/** Least and greatest value of the modality, padding left out. */
function rangeOf(
  { values }: FrameSamples,
  { isPadding }: FrameAttributes,
  rescale: Shade,
): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  const isKept = isPadding ? (value: number) => !isPadding(value) : () => true
  for (const stored of values) {
    if (!isKept(stored)) continue
    const value = rescale(stored)
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [low, high] : [0, 0]
}

/** By linear interpolation between the nearest ranks, as numpy.percentile does. */
function percentilesOf(
  { values }: FrameSamples,
  { isPadding }: FrameAttributes,
  rescale: Shade,
  shares: readonly [number, number],
): readonly [number, number] {
  const kept = new Float64Array(values.length)
  let count = 0
  for (const stored of values) if (!isPadding?.(stored)) kept[count++] = rescale(stored)
  const sorted = kept.subarray(0, count).sort()
  const at = (share: number): number => {
    const place = ((count - 1) * share) / 100
    const below = sorted[Math.floor(place)] ?? 0
    const above = sorted[Math.ceil(place)] ?? below
    return below + (above - below) * (place - Math.floor(place))
  }
  return [at(shares[0]), at(shares[1])]
}

function shade(
  values: SampleValues,
  rescale: Shade,
  toShade: Shade,
  isInverted: boolean,
  out: Uint8Array,
  channel: number,
  step: number,
): void {
  const byteOf = (stored: number): number => {
    const byte = halfToEven(255 * toShade(rescale(stored)))
    return isInverted ? 255 - byte : byte
  }
  // A value of 16 bits at most is looked up once it was met.
  const known = values.BYTES_PER_ELEMENT <= 2 ? new Int16Array(1 << 16).fill(-1) : null
  for (let i = 0, to = channel; i < values.length; i++, to += step) {
    const stored = values[i] as number
    if (known === null) {
      out[to] = byteOf(stored)
      continue
    }
    const at = stored & 0xffff
    if ((known[at] as number) < 0) known[at] = byteOf(stored)
    out[to] = known[at] as number
  }
}

export function halfToEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1
  return floor % 2 === 0 ? floor : floor + 1
}
