import type { Pixels } from './pixels.ts'

/** Pixels as a canvas takes them. Needs `ImageData`: a window or a worker. */
export function toImageData({ width, height, channels, data }: Pixels): ImageData {
  const picture = new ImageData(width, height)
  for (let from = 0, to = 0; from < data.length; from += channels, to += 4) {
    const grey = data[from] as number
    picture.data[to] = grey
    picture.data[to + 1] = channels === 1 ? grey : (data[from + 1] as number)
    picture.data[to + 2] = channels === 1 ? grey : (data[from + 2] as number)
    picture.data[to + 3] = channels === 4 ? (data[from + 3] as number) : 255
  }
  return picture
}
