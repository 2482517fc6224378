import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { imageDataOf } from '../../../../data/images/image-data.ts'
import type { Pixels } from '../../../../engine/image/pixels.ts'
import { coverOf, type ImagePlace, squares } from '../image-view.ts'
import { placeIn, useSize } from '../use-image-view.ts'
import { type MarkerPlace, pixelAt, stepped } from './depth-window.ts'

interface Props {
  readonly pixels: Pixels
  readonly textAt: (place: MarkerPlace) => string
  /** Receives each part of a drag, as a fraction of the frame's sides; absent where there is no window. */
  readonly onDrag?: (by: ImagePlace) => void
}

const steps: Readonly<Record<string, MarkerPlace>> = {
  ArrowLeft: { column: -1, row: 0 },
  ArrowRight: { column: 1, row: 0 },
  ArrowUp: { column: 0, row: -1 },
  ArrowDown: { column: 0, row: 1 },
}

/** Pixels as steps of the arrow keys with Shift. */
const largeStep = 10

/** A picture that shows the value of the pixel under the pointer, or under a marker that keys move. */
export function DepthCanvas({ pixels, textAt, onDrag }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragged = useRef<ImagePlace | null>(null)
  const [place, setPlace] = useState<MarkerPlace | null>(null)
  const size = useSize(frame)
  const { width, height } = pixels
  const cover = size ? coverOf(pixels, size) : { x: 1, y: 1 }
  const scale = size ? (cover.x * size.width) / width : 0
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element) return
    element.width = pixels.width
    element.height = pixels.height
    element.getContext('2d')?.putImageData(imageDataOf(pixels), 0, 0)
  }, [pixels])
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!onDrag || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = placeIn(event.currentTarget, event)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = placeIn(event.currentTarget, event)
    setPlace(pixelAt(now, cover, pixels))
    const before = dragged.current
    if (!before) return
    dragged.current = now
    onDrag?.({ x: now.x - before.x, y: now.y - before.y })
  }
  const endDrag = () => {
    dragged.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const by = event.shiftKey ? largeStep : 1
    setPlace(from => stepped(from, { column: by * step.column, row: by * step.row }, pixels))
  }
  const isInside = place !== null && place.column < width && place.row < height
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture with a marker is not a set of form fields */}
      <div
        ref={frame}
        className="viewer-frame depth-frame"
        role="group"
        aria-label="Full depth. Drag to change the window. Arrow keys move the marker."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move what is in it
        tabIndex={0}
        style={{ '--aspect': `${width} / ${height}` } as CSSProperties}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
      >
        <canvas ref={canvas} style={{ imageRendering: scale >= squares ? 'pixelated' : undefined }} />
        {isInside && (
          <span
            className="depth-marker"
            style={{
              left: `${100 * (0.5 + ((place.column + 0.5) / width - 0.5) * cover.x)}%`,
              top: `${100 * (0.5 + ((place.row + 0.5) / height - 0.5) * cover.y)}%`,
            }}
          />
        )}
      </div>
      <output className="depth-value" aria-label="Value">
        {isInside
          ? `Column ${place.column + 1}, row ${place.row + 1}: ${textAt(place)}`
          : 'Point at a pixel to see its value.'}
      </output>
    </>
  )
}
