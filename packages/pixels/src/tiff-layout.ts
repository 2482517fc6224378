import type { Budget } from './budget.ts'
import type { TiffTags } from './tiff-tags.ts'
import { COMPRESSIONS } from './tiff-unpack.ts'

/** Values of the PhotometricInterpretation tag that we read. */
export const PHOTOMETRIC = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, cmyk: 5 } as const

/** CMYK and three more. */
const MAX_SAMPLES = 7

/** The value of ExtraSamples for a fourth sample by which the colours are multiplied. */
const ASSOCIATED_ALPHA = 1

/** A strip or a tile: a piece of the picture that is packed by itself. */
export type TiffSegment = {
  readonly offset: number
  readonly byteCount: number
  readonly x: number
  readonly y: number
  /** Pixels in the segment; a tile may reach over the edge of the picture. */
  readonly width: number
  readonly height: number
  /** First sample of a pixel in the segment; a segment has all samples, unless the planes are stored separately. */
  readonly plane: number
}

export type TiffLayout = {
  readonly littleEndian: boolean
  readonly width: number
  readonly height: number
  /** Bits of a sample: 1, 2, 4, 8 or 16. */
  readonly bits: number
  /** Samples of a pixel, and how many of them are stored together. */
  readonly samples: number
  readonly samplesTogether: number
  readonly photometric: number
  readonly premultiplied: boolean
  readonly compression: number
  /** Whether samples are stored as differences from their left neighbours. */
  readonly differenced: boolean
  readonly orientation: number
  /** All reds, all greens, all blues, as 16-bit numbers. */
  readonly colourMap: readonly number[]
  readonly segments: readonly TiffSegment[]
}

/**
 * How the picture of a directory is laid out.
 * @returns what cannot be read, in words, if it is of a kind that we do not read; null if tags are missing
 * @throws PixelError `image-too-large`
 */
export function readTiffLayout(tags: TiffTags, budget: Budget): TiffLayout | string | null {
  const first = (tag: number, otherwise: number) => tags.get(tag)?.[0] ?? otherwise
  const width = first(256, 0)
  const height = first(257, 0)
  budget.picture(width, height)
  const samples = first(277, 1)
  const allBits = (tags.get(258) ?? [1]).slice(0, MAX_SAMPLES)
  const bits = allBits[0] ?? 1
  const photometric = first(262, 0)
  const compression = first(259, 1)
  const extra = tags.get(338) ?? []

  const colours = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4 }[photometric]
  if (colours === undefined) return `TIFF with photometric interpretation ${photometric}`
  if (!Object.values<number>(COMPRESSIONS).includes(compression))
    return `TIFF with compression ${compression}`
  if (samples < colours || samples > colours + 3) return `TIFF with ${samples} samples a pixel`
  const known = bits === 8 || (samples === 1 ? [1, 2, 4, 16].includes(bits) : bits === 16)
  if (!known || allBits.some(other => other !== bits))
    return `TIFF with samples of ${allBits.join(', ')} bits`
  if ((tags.get(339) ?? []).some(format => format !== 1))
    return 'TIFF with samples that are not whole numbers'
  if (first(266, 1) !== 1) return 'TIFF with bits filled from below'
  const predictor = first(317, 1)
  if (predictor > 2 || (predictor === 2 && bits < 8)) return `TIFF with predictor ${predictor}`
  const premultiplied = extra[0] === ASSOCIATED_ALPHA
  if (premultiplied && (photometric !== PHOTOMETRIC.rgb || bits !== 8)) return 'TIFF with this kind of alpha'

  const apart = first(284, 1) === 2
  const segments = readSegments(tags, width, height, apart ? samples : 1, budget)
  return segments === null
    ? null
    : {
        littleEndian: tags.littleEndian,
        width,
        height,
        bits,
        samples,
        samplesTogether: apart ? 1 : samples,
        photometric,
        premultiplied,
        compression,
        differenced:
          predictor === 2 && compression !== COMPRESSIONS.none && compression !== COMPRESSIONS.packBits,
        orientation: first(274, 1),
        colourMap: tags.get(320) ?? [],
        segments,
      }
}

/** Strips or tiles in the order they are stored; null if there are not enough of them for the picture. */
function readSegments(
  tags: TiffTags,
  width: number,
  height: number,
  planes: number,
  budget: Budget,
): TiffSegment[] | null {
  const tiled = tags.has(324)
  const offsets = tags.get(tiled ? 324 : 273) ?? []
  const byteCounts = tags.get(tiled ? 325 : 279) ?? []
  const segmentWidth = tiled ? (tags.get(322)?.[0] ?? 0) : width
  const segmentHeight = tiled ? (tags.get(323)?.[0] ?? 0) : Math.min(tags.get(278)?.[0] ?? height, height)
  // Tiles far larger than the picture would only be there to fill the memory.
  if (segmentWidth < 1 || segmentHeight < 1 || segmentWidth > width + 4096 || segmentHeight > height + 4096)
    return null
  const across = Math.ceil(width / segmentWidth)
  const perPlane = across * Math.ceil(height / segmentHeight)
  budget.count('TIFF strips or tiles', perPlane * planes)
  if (offsets.length < perPlane * planes) return null
  return Array.from({ length: perPlane * planes }, (_, i) => {
    const y = Math.floor((i % perPlane) / across) * segmentHeight
    return {
      offset: offsets[i] ?? 0,
      byteCount: byteCounts[i] ?? Number.POSITIVE_INFINITY,
      x: ((i % perPlane) % across) * segmentWidth,
      y,
      width: segmentWidth,
      height: tiled ? segmentHeight : Math.min(segmentHeight, height - y),
      plane: Math.floor(i / perPlane),
    }
  })
}
