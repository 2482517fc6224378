/** The region that a question is about, and the image with it covered, or an equal region elsewhere (arXiv 2606.17710). */
import { VoxelwiseError } from '../base/errors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../base/json.ts'
import { get, str } from '../base/python.ts'
import { inMeanColour, withBoxesOf } from '../image/fill.ts'
import type { Pixels } from '../image/pixels.ts'
import type { Box } from '../protocol/probe.ts'
import { blur } from './blur.ts'

const names = ['box', 'bbox', 'boxes', 'bboxes'] as const
const red = /\bred\b/i
const mark = /\b(?:mask|outline|contour|box|circle|region|area|rectangle|marks?|marked)\b/i
const markedInRed = /\b(?:mark|outlin|circl|box|highlight)\w* in red\b/i
/** Questions about the whole image. */
const wholeTasks = /modality|view|plane|protocol|technique|quality/i

/**
 * Where the region is: a box of the fields `box`, `bbox`, `boxes` or `bboxes` in pixels (left, top, width, height; of several
 * the box around them), or a red mark that the question speaks of. Null where there is none, or the question is about the
 * whole image.
 */
export function regionOf(fields: JsonObject): Box | 'red mark' | null {
  if (wholeTasks.test(str(get(fields, 'task') ?? ''))) return null
  for (const name of names) {
    const boxes = boxesIn(parsed(get(fields, name) ?? null))
    if (boxes.length > 0) return around(boxes)
  }
  return asksOfRedMark(str(get(fields, 'question') ?? '')) ? 'red mark' : null
}

/** "The region within the red outline", "marked in red". */
function asksOfRedMark(question: string): boolean {
  return question.split('\n').some(line => {
    const start = line.search(red)
    return start >= 0 && (mark.test(line.slice(start)) || markedInRed.test(line))
  })
}

/** Tables hold lists as text. */
function parsed(value: Json): Json {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as Json
  } catch {
    return null
  }
}

function boxesIn(value: Json): readonly Box[] {
  if (isJsonObject(value)) {
    const sides = ['x', 'y', 'width', 'height'].map(name => Number(get(value, name)))
    return boxesIn(sides)
  }
  if (!isJsonArray(value)) return []
  const [x, y, width, height] = value
  if (
    typeof x === 'number' &&
    typeof y === 'number' &&
    typeof width === 'number' &&
    typeof height === 'number'
  )
    return value.length === 4 && width > 0 && height > 0 ? [[x, y, width, height]] : []
  return value.flatMap(boxesIn)
}

function around(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(([x]) => x))
  const top = Math.min(...boxes.map(([, y]) => y))
  const right = Math.max(...boxes.map(([x, , width]) => x + width))
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height))
  return [left, top, right - left, bottom - top]
}

/** How much redder than green and blue a pixel of a mark is. */
const leastRed = 60
const leastMarked = 8

/** The box around all red pixels; null where there are none. */
export function redMark({ width, height, channels, data }: Pixels): Box | null {
  if (channels === 1) return null
  let [left, top, right, bottom, count] = [width, height, -1, -1, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels
      const rest = Math.max(data[at + 1] as number, data[at + 2] as number)
      if ((data[at] as number) - rest < leastRed) continue
      count++
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return count < leastMarked ? null : [left, top, right - left + 1, bottom - top + 1]
}

/** Deviation of a blur, as a part of the shorter side. */
const blurredBy = 1 / 8
const smallest = 0.01
const largest = 0.4

/**
 * The image with the region, or an equal one elsewhere, in its mean colour or blurred.
 * @param box absent: that of the red mark
 * @throws VoxelwiseError region-missing where there is no region, it is under 1% or over 40% of the image, or there is no room elsewhere
 */
export function covered(
  pixels: Pixels,
  where: 'region' | 'elsewhere',
  box: Box | undefined,
  path: string,
  fill?: 'blur',
): Pixels {
  const given = box ?? redMark(pixels)
  const region = given && inside(given, pixels)
  if (!region)
    throw missing(path, box ? 'The box lies outside the image.' : 'No red mark was found in the image.')
  const share = (region[2] * region[3]) / (pixels.width * pixels.height)
  if (share < smallest || share > largest)
    throw missing(
      path,
      `The region is ${(100 * share).toFixed(1)}% of the image. Between 1% and 40% are compared.`,
    )
  const place = where === 'region' ? region : elsewhere(region, pixels)
  if (!place) throw missing(path, 'There is no room for an equal region elsewhere in the image.')
  if (fill !== 'blur') return inMeanColour(pixels, [place])
  const blurred = blur(pixels, Math.min(pixels.width, pixels.height) * blurredBy)
  return withBoxesOf(blurred, pixels, [place])
}

const missing = (path: string, why: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'region-missing',
    subject: path,
    message: why,
    remedy: 'The question is left out of the comparison. Correct its box in the data set if it should be in.',
  })

type Size = Pick<Pixels, 'width' | 'height'>

function inside([x, y, wide, high]: Box, { width, height }: Size): Box | null {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  const [right, bottom] = [Math.min(width, Math.ceil(x + wide)), Math.min(height, Math.ceil(y + high))]
  return right > left && bottom > top ? [left, top, right - left, bottom - top] : null
}

/**
 * An equal box that does not overlap the region (with a tenth of its sides around it): mirrored across the midline, else in the
 * corner whose centre is farthest.
 */
export function elsewhere([x, y, wide, high]: Box, { width, height }: Size): Box | null {
  const distance = ([left, top]: Box) => Math.hypot(left - x, top - y)
  const corners = [0, width - wide].flatMap(left =>
    [0, height - high].map((top): Box => [left, top, wide, high]),
  )
  const farthest = corners.reduce((best, corner) => (distance(corner) > distance(best) ? corner : best))
  const isApart = ([left, top]: Box) => Math.abs(left - x) >= 1.1 * wide || Math.abs(top - y) >= 1.1 * high
  return [[width - x - wide, y, wide, high] as const, farthest].find(isApart) ?? null
}
