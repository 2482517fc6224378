/**
 * Words of random letters on an image, as MedMNIST-C writes them. OpenCV's typeface is neither in a worker nor in Node: the letters here
 * are strokes of our own, of the same height.
 */

import { colours, type Pixels, roundedByte } from '@voxelwise/pixels'
import type { Random } from '@voxelwise/statistics'
import { between } from './deposits.ts'

/**
 * The lines of each letter from a to z: points as two digits, right and up. The base line is 2, small letters end at 6, tall ones at 8.
 */
const letters: readonly string[] = [
  ...['4642 4536160503123243', '0802 0516364543321203', '4536160503123243', '4842 4536160503123243'],
  ...['04444536160503123243', '38281712 0636', '4641301001 4536160503123243', '0802 0516364542'],
  ...['060312 0808', '161100 1818', '0802 3603 1432', '080312'],
  ...['0602 0516263532 3546566562', '0602 0516364542', '163645433212030516', '0600 0516364543321203'],
  ...['4640 4536160503123243', '0602 05162636', '45361605143443321203', '18132232 0636'],
  ...['0603123243 4642', '062246', '0612243246', '0642 0246'],
  ...['0622 4610', '06460242'],
]

interface Stroke {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

const strokes: readonly (readonly Stroke[])[] = letters.map(letter =>
  letter.split(' ').flatMap(line => {
    const points = (line.match(/../g) ?? []).map(([x, y]) => [Number(x), Number(y) - 2] as const)
    return points.slice(1).flatMap((to, i): readonly Stroke[] => (points[i] ? [{ from: points[i], to }] : []))
  }),
)

const widths = strokes.map(letter => Math.max(...letter.flatMap(({ from, to }) => [from[0], to[0]])))

/** Pixels between two steps of the letters at scale 1: capital letters of OpenCV's duplex typeface have 21. */
const step = 3.5
const gap = 2
/** The thickness of a line, in pixels of an image of 224: OpenCV draws each stem twice. */
const thickness = 1.45

/**
 * @param most words; each has three letters or more
 * @param longest letters of a word
 * @param largest scale; at least 0.14
 * @param unit pixels for one of an image of 224
 */
export function characters(
  pixels: Pixels,
  [most = 1, longest = 3, largest = 0.14]: readonly number[],
  unit: number,
  random: Random,
): Pixels {
  const out = { ...pixels, data: pixels.data.slice() }
  for (let left = between(random, 1, most); left > 0; left--) {
    const length = between(random, 3, longest)
    const scale = (between(random, 14, 100 * largest + 1e-9) / 100) * step
    const word = Array.from({ length }, () => random.below(letters.length))
    const x = between(random, 10, pixels.width / unit - 8 * length)
    const y = between(random, 10, pixels.height / unit - 10)
    const colour = [0, 0, 0].map(() => random.below(256))
    let pen = 0
    const lines = word.flatMap(letter => {
      const start = pen
      pen += (widths[letter] ?? 0) + gap
      return (strokes[letter] ?? []).map(stroke => {
        const placed = ([right, up]: Stroke['from']) =>
          [(x + (start + right) * scale) * unit, (y - up * scale) * unit] as const
        return { from: placed(stroke.from), to: placed(stroke.to) }
      })
    })
    draw(out, lines, thickness * unit, colour)
  }
  return out
}

/** Lines with smooth edges, in place. Where they cross, the darkest counts. */
function draw(
  { width, height, channels, data }: Pixels,
  lines: readonly Stroke[],
  wide: number,
  colour: readonly number[],
): void {
  const reach = wide / 2 + 0.5
  const xs = lines.flatMap(({ from, to }) => [from[0], to[0]])
  const ys = lines.flatMap(({ from, to }) => [from[1], to[1]])
  const low = (places: readonly number[]) => Math.max(0, Math.floor(Math.min(...places) - reach))
  const high = (places: readonly number[], length: number) =>
    Math.min(length, Math.ceil(Math.max(...places) + reach) + 1)
  const [left, top, right, bottom] = [low(xs), low(ys), high(xs, width), high(ys, height)]
  const across = Math.max(0, right - left)
  const cover = new Float32Array(across * Math.max(0, bottom - top))
  for (const { from, to } of lines) {
    const [x0, x1] = [low([from[0], to[0]]), high([from[0], to[0]], width)]
    const [y0, y1] = [low([from[1], to[1]]), high([from[1], to[1]], height)]
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const square = dx * dx + dy * dy
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) {
        const [px, py] = [x + 0.5 - from[0], y + 0.5 - from[1]]
        const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square))
        const part = Math.min(1, reach - Math.hypot(px - along * dx, py - along * dy))
        const at = (y - top) * across + x - left
        if (part > (cover[at] as number)) cover[at] = part
      }
  }
  const grey = (0.299 * (colour[0] ?? 0) + 0.587 * (colour[1] ?? 0) + 0.114 * (colour[2] ?? 0)) | 0
  for (const [i, part] of cover.entries()) {
    if (part === 0) continue
    const at = ((top + Math.floor(i / across)) * width + left + (i % across)) * channels
    for (let c = 0; c < colours(channels); c++) {
      const value = data[at + c] as number
      data[at + c] = roundedByte(value + part * ((channels === 1 ? grey : (colour[c] ?? 0)) - value))
    }
  }
}
