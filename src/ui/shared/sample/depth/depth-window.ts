/** Which window the full depth of a frame is shown with, and how dragging changes it. */
import {
  type Display,
  type GreyFrame,
  isWindow,
  type Pixels,
  rescaled,
  valueRange,
  type Window,
  type WindowPolicy,
  windowPresets,
} from '@voxelwise/pixels'
import type { ImagePlace, Size } from '../image-view.ts'

/** A window to choose, by name. */
interface DepthPreset {
  readonly name: string
  readonly policy: WindowPolicy
}

/** The windows of the file, those of the modality, and the whole range. */
export function presetsFor(frame: GreyFrame): readonly DepthPreset[] {
  const { voiLuts, windows, isHounsfield } = frame
  const tables = voiLuts.flatMap((table, window): readonly DepthPreset[] =>
    table ? [{ name: `File’s table ${window + 1}`, policy: { kind: 'file', window } }] : [],
  )
  const stated = windows.flatMap((window, i): readonly DepthPreset[] =>
    isWindow(window)
      ? [{ name: `File’s window ${i + 1} (${windowText(window)})`, policy: { kind: 'window', ...window } }]
      : [],
  )
  const named = Object.entries(windowPresets).map(
    ([name, [centre, width]]): DepthPreset => ({
      name: `CT ${name} (${centre}/${width})`,
      policy: { kind: 'window', centre, width, function: 'LINEAR' },
    }),
  )
  return [
    ...tables,
    ...stated,
    ...(isHounsfield ? named : []),
    { name: 'Full range', policy: { kind: 'minmax' } },
  ]
}

/** `40/80` */
const windowText = ({ centre, width }: Window): string => `${shortNumber(centre)}/${shortNumber(width)}`

/** At most three decimals. */
export const shortNumber = (value: number): string => String(Number(value.toFixed(3)))

/** The window from which dragging begins: where a table or several windows show the frame, one over all values. */
export function firstWindow({ window, range }: Display, frame: GreyFrame): Window {
  if (window) return window
  const [low, high] = range ?? valueRange(frame)
  return { centre: (low + high) / 2, width: Math.max(high - low, 1e-3), function: 'LINEAR_EXACT' }
}

/**
 * To the right widens the window, down raises its centre: finely where it is narrow.
 * @param by of the sides of the picture
 */
export function dragged({ centre, width, function: name }: Window, by: ImagePlace): Window {
  const least = name === 'LINEAR' ? 1 : 1e-3
  return {
    centre: centre + by.y * width,
    width: Math.min(1e9, Math.max(least, width * Math.exp(2 * by.x))),
    function: name,
  }
}

export interface MarkerPlace {
  readonly column: number
  readonly row: number
}

/**
 * @param at relative to the frame's centre, as a fraction of its sides
 * @param cover as `fittedCover`
 * @returns null beside the image
 */
export function pixelAt(at: ImagePlace, cover: ImagePlace, { width, height }: Size): MarkerPlace | null {
  const column = Math.floor((at.x / cover.x + 0.5) * width)
  const row = Math.floor((at.y / cover.y + 0.5) * height)
  return column >= 0 && row >= 0 && column < width && row < height ? { column, row } : null
}

/** A step from a pixel, up to the edges; from none to the middle. */
export function stepped(from: MarkerPlace | null, by: MarkerPlace, { width, height }: Size): MarkerPlace {
  if (!from) return { column: Math.floor(width / 2), row: Math.floor(height / 2) }
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))
  return { column: within(from.column + by.column, width), row: within(from.row + by.row, height) }
}

/** The value of the modality at a pixel, in words. */
export function valueText(
  { values, width, rescale, isHounsfield, padding }: GreyFrame,
  { column, row }: MarkerPlace,
): string {
  const stored = values[row * width + column] as number
  if (padding && stored >= padding[0] && stored <= padding[1]) return 'padding'
  return `${shortNumber(rescaled(rescale)(stored))}${isHounsfield ? ' HU' : ''}`
}

/** The colours of a pixel, in words. */
export function colourText({ data, width, channels }: Pixels, { column, row }: MarkerPlace): string {
  const at = (row * width + column) * channels
  return `red ${data[at]}, green ${data[at + 1]}, blue ${data[at + 2]}`
}
