/** From stored values to the 8 bits that a model is shown, in double precision (docs/dicom.md). */
import { halfToEven } from '../half-to-even.ts'
import type { Pixels } from '../pixels.ts'
import {
  type Display,
  isWindow,
  rgb3,
  type Window,
  type WindowPolicy,
  windowPresets,
} from '../window-policy.ts'
import { type FullFrame, type GreyFrame, type LookUpTable, lookUp, rescaled } from './grey-frame.ts'

/** A value of the modality to 0 … 1. */
type Shade = (value: number) => number

/** A frame as a model is shown it, and how it became that: one channel, or three where three windows are. */
export function display(
  frame: GreyFrame,
  policy: WindowPolicy,
): { readonly pixels: Pixels; readonly display: Display } {
  const { values, width, height } = frame
  if (policy.kind === 'rgb3' && frame.isHounsfield) {
    const data = new Uint8Array(values.length * 3)
    for (const [channel, bounds] of rgb3.entries()) shade(frame, between(bounds), data, channel, 3)
    return { pixels: { width, height, channels: 3, data }, display: { used: 'rgb3' } }
  }
  const chosen = chosenShade(frame, policy)
  const data = new Uint8Array(values.length)
  shade(frame, chosen.shade, data, 0, 1)
  return { pixels: { width, height, channels: 1, data }, display: chosen.display }
}

interface Chosen {
  readonly shade: Shade
  readonly display: Display
}

function chosenShade(frame: GreyFrame, policy: WindowPolicy): Chosen {
  const chosen = askedShade(frame, policy)
  if (chosen) return chosen
  const range = valueRange(frame)
  const isAsked = policy.kind === 'minmax'
  return {
    shade: between(range),
    display: { used: 'range', range, ...(!isAsked && { fallback: true as const }) },
  }
}

function askedShade(frame: GreyFrame, policy: WindowPolicy): Chosen | null {
  const byWindow = (window: Window): Chosen => ({
    shade: inWindow(window),
    display: { used: 'window', window },
  })
  switch (policy.kind) {
    case 'file': {
      const table = frame.voiLuts[policy.window]
      if (table) return { shade: inTable(table), display: { used: 'voi-lut' } }
      const window = frame.windows[policy.window]
      return window && isWindow(window) ? byWindow(window) : null
    }
    case 'window':
      return byWindow({ centre: policy.centre, width: policy.width, function: policy.function })
    case 'preset': {
      if (!frame.isHounsfield) return null
      const [centre, width] = windowPresets[policy.name]
      return byWindow({ centre, width, function: 'LINEAR' })
    }
    case 'percentile': {
      const range = finitePercentiles(frame, [policy.low, policy.high])
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
  return value => clipped(lookUp(table, value) / top)
}

const between =
  ([low, high]: readonly [number, number]): Shade =>
  value =>
    high > low ? clipped((value - low) / (high - low)) : 0

const clipped = (t: number): number => (t > 0 ? (t < 1 ? t : 1) : 0)

/** Least and greatest finite value of the modality, padding left out: one infinite voxel must not hide all others. */
export function valueRange({ values, rescale, padding }: GreyFrame): readonly [number, number] {
  const toValue = rescaled(rescale)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const stored of values) {
    if (padding && isWithin(padding, stored)) continue
    const value = toValue(stored)
    if (!Number.isFinite(value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [low, high] : [0, 0]
}

const isWithin = ([least, most]: readonly [number, number], stored: number): boolean =>
  stored >= least && stored <= most

/** Percentiles of the finite values, interpolated between the nearest ranks as numpy.percentile does. */
function finitePercentiles(
  { values, rescale, padding }: GreyFrame,
  shares: readonly [number, number],
): readonly [number, number] {
  const toValue = rescaled(rescale)
  const finite = new Float64Array(values.length)
  let count = 0
  for (const stored of values) {
    const value = toValue(stored)
    if (Number.isFinite(value) && !(padding && isWithin(padding, stored))) finite[count++] = value
  }
  const sorted = finite.subarray(0, count).sort()
  const at = (share: number): number => {
    const place = ((count - 1) * share) / 100
    const below = sorted[Math.floor(place)] ?? 0
    const above = sorted[Math.ceil(place)] ?? below
    return below + (above - below) * (place - Math.floor(place))
  }
  return [at(shares[0]), at(shares[1])]
}

function shade(
  { values, rescale, isInverted }: GreyFrame,
  toShade: Shade,
  out: Uint8Array,
  channel: number,
  step: number,
): void {
  const toValue = rescaled(rescale)
  const toByte = (stored: number): number => {
    const byte = halfToEven(255 * toShade(toValue(stored)))
    return isInverted ? 255 - byte : byte
  }
  // A value of 16 bits at most is looked up once it was met.
  const known = values.BYTES_PER_ELEMENT <= 2 ? new Int16Array(1 << 16).fill(-1) : null
  for (let i = 0, to = channel; i < values.length; i++, to += step) {
    const stored = values[i] as number
    if (known === null) {
      out[to] = toByte(stored)
      continue
    }
    const at = stored & 0xffff
    if ((known[at] as number) < 0) known[at] = toByte(stored)
    out[to] = known[at] as number
  }
}

export interface ShownPicture {
  /** RGB of 8 bits: of a grey picture three times the same. */
  readonly pixels: Pixels
  readonly display: Display
}

/** A frame as a model is shown it. */
export function shownFrame(frame: FullFrame, policy: WindowPolicy): ShownPicture {
  const overrun = frame.overrun && { overrun: frame.overrun }
  if (frame.kind === 'colour') return { pixels: frame.pixels, display: { used: 'colour', ...overrun } }
  const shown = display(frame.grey, policy)
  return { pixels: inRgb(shown.pixels), display: { ...shown.display, ...overrun } }
}

function inRgb(pixels: Pixels): Pixels {
  if (pixels.channels === 3) return pixels
  const data = new Uint8Array(pixels.data.length * 3)
  for (let i = 0, to = 0; i < pixels.data.length; i++, to += 3) {
    const grey = pixels.data[i] as number
    data[to] = grey
    data[to + 1] = grey
    data[to + 2] = grey
  }
  return { ...pixels, channels: 3, data }
}
