import type { Pixels } from '../../../engine/image/pixels.ts'
import type { Display, WindowPolicy } from '../../../engine/protocol/window-policy.ts'
import { display } from './display.ts'
import type { FullFrame } from './grey-frame.ts'

export interface ShownPicture {
  /** RGB of 8 bits: of a grey picture three times the same. */
  readonly pixels: Pixels
  readonly display: Display
}

/** A frame as a model is shown it. */
export function shownFrame(frame: FullFrame, policy: WindowPolicy): ShownPicture {
  if (frame.kind === 'colour') return { pixels: frame.pixels, display: { used: 'colour' } }
  const shown = display(frame.grey, policy)
  return { pixels: inRgb(shown.pixels), display: shown.display }
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
