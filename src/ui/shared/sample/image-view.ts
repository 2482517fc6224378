/** Zoom, position and grey window of an image. */
import type { AddressForm } from '../../hooks/use-query-state.ts'

/** A point or offset, as a fraction of the frame's sides. */
export interface ImagePlace {
  readonly x: number
  readonly y: number
}

/** Zoom 1 fits the frame; x and y are the image's centre relative to the frame's centre. */
interface Placement extends ImagePlace {
  readonly zoom: number
}

export const fitted: Placement = { zoom: 1, x: 0, y: 0 }
const maxZoom = 32

/** Screen pixels per image pixel from which pixels are drawn as squares, without smoothing. */
export const squares = 6

/** The fraction of each side of the frame that a fitted image covers. */
export function fittedCover(image: Size, frame: Size): ImagePlace {
  const fit = Math.min(frame.width / image.width, frame.height / image.height)
  return { x: (fit * image.width) / frame.width, y: (fit * image.height) / frame.height }
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** An image smaller than the frame stays centred; the edges of a larger one stay outside the frame. */
function within({ zoom, x, y }: Placement, cover: ImagePlace): Placement {
  const clamp = (offset: number, part: number) => {
    const reach = Math.max(0, (zoom * part - 1) / 2)
    return Math.min(reach, Math.max(-reach, offset))
  }
  return { zoom, x: clamp(x, cover.x), y: clamp(y, cover.y) }
}

/**
 * Zooms around a point.
 * @param at the point, relative to the frame's centre
 */
export function zoomed(
  { zoom, x, y }: Placement,
  factor: number,
  cover: ImagePlace,
  at: ImagePlace,
): Placement {
  const next = Math.min(maxZoom, Math.max(1, zoom * factor))
  const ratio = next / zoom
  return within({ zoom: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio }, cover)
}

/** Moves the image, as far as its edges allow. */
export function movedPlacement({ zoom, x, y }: Placement, by: ImagePlace, cover: ImagePlace): Placement {
  return within({ zoom, x: x + by.x, y: y + by.y }, cover)
}

/** A radiological window on the file's 256 grey levels: `width` levels around `level` go from black to white. */
export interface GreyWindow {
  readonly level: number
  readonly width: number
}

export const allGreys: GreyWindow = { level: 128, width: 256 }

export const isAllGreys = ({ level, width }: GreyWindow): boolean =>
  level === allGreys.level && width === allGreys.width

/** Changes the window by a number of grey levels, within the 256. */
export function windowed({ level, width }: GreyWindow, by: GreyWindow): GreyWindow {
  const clamp = (value: number, min: number) => Math.min(256, Math.max(min, Math.round(value)))
  return { level: clamp(level + by.level, 0), width: clamp(width + by.width, 1) }
}

/** The window as a linear function on grey values of 0 to 1. */
export function windowLine({ level, width }: GreyWindow) {
  return { slope: 255 / width, intercept: 0.5 - level / width }
}

/** Exactly `count` comma-separated numbers; null otherwise. */
function numbers(text: string | null, count: number): readonly number[] | null {
  const parts = (text ?? '').split(',')
  const values = parts.map(Number)
  return parts.length === count && parts.every(Boolean) && values.every(Number.isFinite) ? values : null
}

const rounded = (value: number) => Number(value.toFixed(3))

/** `zoom,x,y`. */
export const placementForm: AddressForm<Placement> = {
  read: text => {
    const [zoom = 1, x = 0, y = 0] = numbers(text, 3) ?? []
    return within({ zoom: Math.min(maxZoom, Math.max(1, zoom)), x, y }, { x: 1, y: 1 })
  },
  write: ({ zoom, x, y }) => (zoom === 1 ? null : [zoom, x, y].map(rounded).join(',')),
}

/** `level,width` */
export const windowForm: AddressForm<GreyWindow> = {
  read: text => {
    const [level = allGreys.level, width = allGreys.width] = numbers(text, 2) ?? []
    return windowed({ level, width }, { level: 0, width: 0 })
  },
  write: greys => (isAllGreys(greys) ? null : [greys.level, greys.width].join(',')),
}

/** Removes the address parameters of one image, before the next is shown. */
export const unviewed = { zoom: null, window: null } as const
