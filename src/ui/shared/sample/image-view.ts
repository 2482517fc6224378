/** How an image is looked at: where it stands in its frame, and which grey levels are told apart. */
import type { AddressForm } from '../../hooks/use-query-state.ts'

/** A point or a way in parts of the frame's sides. */
export interface ImagePlace {
  readonly x: number
  readonly y: number
}

/** Zoom 1 fits the frame; the place is that of the image's middle, from the frame's. */
export interface Placement extends ImagePlace {
  readonly zoom: number
}

export const fitted: Placement = { zoom: 1, x: 0, y: 0 }
export const maxZoom = 32

/** How much of each side of its frame an image takes that fits it. */
export function coverOf(image: Size, frame: Size): ImagePlace {
  const fit = Math.min(frame.width / image.width, frame.height / image.height)
  return { x: (fit * image.width) / frame.width, y: (fit * image.height) / frame.height }
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The image stays in the middle as long as it is smaller than the frame; then no edge of it comes inside. */
function within({ zoom, x, y }: Placement, cover: ImagePlace): Placement {
  const clamp = (offset: number, part: number) => {
    const reach = Math.max(0, (zoom * part - 1) / 2)
    return Math.min(reach, Math.max(-reach, offset))
  }
  return { zoom, x: clamp(x, cover.x), y: clamp(y, cover.y) }
}

/**
 * Zooms so that what lies under a point stays there.
 * @param at the point, from the frame's middle
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
export function moved({ zoom, x, y }: Placement, by: ImagePlace, cover: ImagePlace): Placement {
  return within({ zoom, x: x + by.x, y: y + by.y }, cover)
}

/** Radiology's window, on the 256 grey levels of the file: `width` of them, around `level`, go from black to white. */
export interface GreyWindow {
  readonly level: number
  readonly width: number
}

export const allGreys: GreyWindow = { level: 128, width: 256 }

export const isAllGreys = ({ level, width }: GreyWindow): boolean =>
  level === allGreys.level && width === allGreys.width

/** Changes the window by so many grey levels, within those that there are. */
export function windowed({ level, width }: GreyWindow, by: GreyWindow): GreyWindow {
  const clamp = (value: number, least: number) => Math.min(256, Math.max(least, Math.round(value)))
  return { level: clamp(level + by.level, 0), width: clamp(width + by.width, 1) }
}

/** The window as a line from a value of 0 to 1 to what is shown of it, which is cut to 0 to 1. */
export function windowLine({ level, width }: GreyWindow) {
  return { slope: 255 / width, intercept: 0.5 - level / width }
}

/** Numbers of an address, so many; null where it does not hold them. */
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

/** What of an address is about one image, and means nothing on the next. */
export const unviewed = { zoom: null, window: null } as const
