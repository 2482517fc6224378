/** The region that a question is about, and the image with it covered, or an equal region elsewhere (arXiv 2606.17710). */

import { colours, fillBoxes, inMeanColour, type Pixels } from '@voxelwise/pixels'
import {
  get,
  isInside,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  join,
  normalise,
  parentFolder,
  str,
} from '@voxelwise/python'
import { VoxelwiseError } from '../base/errors.ts'
import type { Box } from '../protocol/probe.ts'
import type { Sample } from '../protocol/sample.ts'
import { blur } from './blur.ts'

const names = ['box', 'bbox', 'boxes', 'bboxes'] as const
const maskNames = ['mask', 'mask_path'] as const
/** What a data set means by an image in a field called mask. */
const imageName = /^[^\n]{1,500}\.(?:png|jpe?g|webp|bmp|tiff?)$/i
const red = /\bred\b/i
const mark = /\b(?:mask|outline|contour|box|circle|region|area|rectangle|marks?|marked)\b/i
const markedInRed = /\b(?:mark|outlin|circl|box|highlight)\w* in red\b/i
/** Questions about the whole image. */
const wholeTasks = /modality|view|plane|protocol|technique|quality/i

/** A box in pixels, an image file that marks it, or a red mark in the image itself. */
export type Region = Box | { readonly mask: string } | 'red mark'

export const isBox = (region: Region | null): region is Box => Array.isArray(region)

/**
 * Where the region is: a box of the fields `box`, `bbox`, `boxes` or `bboxes` (left, top, width, height; of several the box
 * around them), the image that `mask` or `mask_path` names, or a red mark that the question speaks of. Null where there is none,
 * or the question is about the whole image.
 */
export function findRegion(fields: JsonObject): Region | null {
  if (wholeTasks.test(str(get(fields, 'task') ?? ''))) return null
  for (const name of names) {
    const boxes = boxesIn(parsed(get(fields, name) ?? null))
    if (boxes.length > 0) return around(boxes)
  }
  for (const name of maskNames) {
    const mask = get(fields, name)
    if (typeof mask === 'string' && imageName.test(mask)) return { mask }
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
  if (isJsonObject(value)) return boxesIn(['x', 'y', 'width', 'height'].map(name => Number(get(value, name))))
  if (!isJsonArray(value)) return []
  const [x, y, width, height] = value.map(side => (typeof side === 'number' ? side : undefined))
  if (x === undefined || y === undefined || width === undefined || height === undefined)
    return value.flatMap(boxesIn)
  return value.length === 4 && width > 0 && height > 0 ? [[x, y, width, height]] : []
}

function around(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(([x]) => x))
  const top = Math.min(...boxes.map(([, y]) => y))
  const right = Math.max(...boxes.map(([x, , width]) => x + width))
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height))
  return [left, top, right - left, bottom - top]
}

/** Where a mask may be: beside the file of the questions, or beside the image; never outside the data set's folder. */
export function maskPaths({ file, image }: Pick<Sample, 'file' | 'image'>, mask: string): readonly string[] {
  const [root = ''] = file.split('/')
  const paths = [file, image ?? file].map(from => normalise(join(parentFolder(from), mask)))
  return [...new Set(paths)].filter(path => isInside(root, path))
}

/** The box around what a mask marks: all pixels of which a channel is above half of the mask's largest value. */
export function markedBox(pixels: Pixels): Box | null {
  const { channels, data } = pixels
  let most = 0
  for (let at = 0; at < data.length; at++)
    if (at % channels < colours(channels)) most = Math.max(most, data[at] as number)
  return boxAround(pixels, at => {
    for (let c = 0; c < colours(channels); c++) {
      const value = data[at * channels + c] as number
      if (value > most / 2) return true
    }
    return false
  })
}

/** How much redder than green and blue a pixel of a mark is. */
const leastRed = 60
const leastMarked = 8

/** The box around all red pixels; null where there are none. */
export function redMark(pixels: Pixels): Box | null {
  const { channels, data } = pixels
  if (channels === 1) return null
  const isRed = (pixel: number): boolean => {
    const at = pixel * channels
    const rest = Math.max(data[at + 1] as number, data[at + 2] as number)
    return (data[at] as number) - rest >= leastRed
  }
  return boxAround(pixels, isRed, leastMarked)
}

/** @param isMarked by the pixel's number, row by row @param least marked pixels; with fewer there is no box */
function boxAround({ width, height }: Size, isMarked: (pixel: number) => boolean, least = 1): Box | null {
  let [left, top, right, bottom, count] = [width, height, -1, -1, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isMarked(y * width + x)) continue
      count++
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return count < least ? null : [left, top, right - left + 1, bottom - top + 1]
}

/** Deviation of a blur, as a part of the shorter side. */
const blurredBy = 1 / 8
/** Parts of the image between which a region is compared. */
export const smallestRegion = 0.01
export const largestRegion = 0.4

/** @param share of the image */
export const isComparableShare = (share: number): boolean => share >= smallestRegion && share <= largestRegion

/**
 * The image with the region itself, or an equal one elsewhere, in its mean colour or blurred.
 * @param box absent: that of the red mark
 * @throws VoxelwiseError region-missing where there is no region, it is under 1% or over 40% of the image, or there is no room elsewhere
 */
export function covered(
  pixels: Pixels,
  which: 'itself' | 'equal',
  box: Box | undefined,
  path: string,
  fill: 'blur' | undefined,
): Pixels {
  const given = box ?? redMark(pixels)
  const region = given && inside(given, pixels)
  if (!region)
    throw regionMissing(path, box ? 'The box lies outside the image.' : 'No red mark was found in the image.')
  const share = (region[2] * region[3]) / (pixels.width * pixels.height)
  if (!isComparableShare(share))
    throw regionMissing(
      path,
      `The region is ${(100 * share).toFixed(1)}% of the image. Between 1% and 40% are compared.`,
    )
  const place = which === 'itself' ? region : boxElsewhere(region, pixels)
  if (!place) throw regionMissing(path, 'There is no room for an equal region elsewhere in the image.')
  if (fill !== 'blur') return inMeanColour(pixels, [place])
  const blurred = blur(pixels, Math.min(pixels.width, pixels.height) * blurredBy)
  return fillBoxes(blurred, pixels, [place])
}

export const regionMissing = (path: string, why: string): VoxelwiseError =>
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
function boxElsewhere([x, y, wide, high]: Box, { width, height }: Size): Box | null {
  const distance = ([left, top]: Box) => Math.hypot(left - x, top - y)
  const corners = [0, width - wide].flatMap(left =>
    [0, height - high].map((top): Box => [left, top, wide, high]),
  )
  const farthest = corners.reduce((best, corner) => (distance(corner) > distance(best) ? corner : best))
  const isApart = ([left, top]: Box) => Math.abs(left - x) >= 1.1 * wide || Math.abs(top - y) >= 1.1 * high
  return [[width - x - wide, y, wide, high] as const, farthest].find(isApart) ?? null
}
