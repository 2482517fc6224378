import { ownValue } from '@voxelwise/python'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import {
  isBox,
  isComparableShare,
  largestRegion,
  type Region,
  smallestRegion,
} from '../../../engine/probes/region.ts'
import type { Box } from '../../../engine/protocol/probe.ts'
import { listImages } from '../../../engine/protocol/sample.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import type { SamplePanel } from '../../../ui/results/feature-section.ts'
import { Button, SmallButton } from '../../../ui/shared/controls/button.tsx'
import { useImageUrl } from '../../../ui/shared/sample/use-image-url.ts'
import { percent, percentShort } from '../../../ui/text/format.ts'

/** A box on an image, drawn by a pointer or moved by keys; in whole pixels of the image. */
interface ImageSize {
  readonly width: number
  readonly height: number
}

/** From 0 (left, top) to 1. */
type Place = readonly [x: number, y: number]

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** The box with two places as its corners, at least one pixel large. */
export function boxBetween(from: Place, to: Place, { width, height }: ImageSize): Box {
  const [x, wide] = span(from[0], to[0], width)
  const [y, high] = span(from[1], to[1], height)
  return [x, y, wide, high]
}

function span(a: number, b: number, length: number): readonly [start: number, size: number] {
  const start = clamp(Math.floor(Math.min(a, b) * length), 0, length - 1)
  const end = clamp(Math.ceil(Math.max(a, b) * length), start + 1, length)
  return [start, end - start]
}

/** A quarter of each side, in the middle: where keys begin. */
export const middleBox = (size: ImageSize): Box => boxBetween([0.375, 0.375], [0.625, 0.625], size)

const directions: Readonly<Record<string, Place>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * The box after an arrow key: moved by a hundredth of the side, or with Shift as much wider or higher. Null for any other key.
 */
export function nudged([x, y, wide, high]: Box, key: string, isSizing: boolean, size: ImageSize): Box | null {
  const direction = ownValue(directions, key)
  if (!direction) return null
  const { width, height } = size
  const by = (at: 0 | 1, length: number): number => direction[at] * Math.max(1, Math.round(length / 100))
  const [right, down] = [by(0, width), by(1, height)]
  return isSizing
    ? [x, y, clamp(wide + right, 1, width - x), clamp(high + down, 1, height - y)]
    : [clamp(x + right, 0, width - wide), clamp(y + down, 0, height - high), wide, high]
}

/** The region that a question is about: that of the data set, or one drawn on its image and stored with the data set. */
export const RegionPanel: SamplePanel['Panel'] = ({ run, record: { sample } }) => {
  const controller = useController()
  const { fingerprint } = run.dataset
  const [saved, setSaved] = useState(0)
  const [isDrawing, setDrawing] = useState(false)
  const key = `region ${fingerprint} ${sample.index} ${saved}`
  const known = useAsync(key, () => controller.region(fingerprint, sample))
  const [path, ...further] = listImages(sample)
  const heading = useRef<HTMLHeadingElement>(null)
  if (run.probe || run.judging || path === undefined || further.length > 0 || known.status === 'failed')
    return null
  const draw = (isBegun: boolean) => {
    // The pressed button disappears, and keyboard focus would be lost with it.
    heading.current?.focus({ preventScroll: true })
    setDrawing(isBegun)
  }
  const keep = async (box: Box | null) => {
    await controller.drawRegion(fingerprint, sample.index, box)
    draw(false)
    setSaved(saved + 1)
  }
  return (
    <>
      <h4 ref={heading} tabIndex={-1}>
        Region of the question
      </h4>
      {known.status === 'ready' &&
        (isDrawing ? (
          <Drawing
            run={run.id}
            path={path}
            first={isBox(known.value.region) ? known.value.region : null}
            onKeep={keep}
            onLeave={() => draw(false)}
          />
        ) : (
          <Known {...known.value} onDraw={() => draw(true)} onRemove={() => keep(null)} />
        ))}
    </>
  )
}

interface KnownProps {
  readonly region: Region | null
  readonly isDrawn: boolean
  readonly onDraw: () => void
  readonly onRemove: () => void
}

/** What is known of the region, and the ways to change it. */
const Known = ({ region, isDrawn, onDraw, onRemove }: KnownProps) => (
  <p>
    {region && `${regionWords(region, isDrawn)} `}
    <SmallButton onClick={onDraw}>{isDrawn ? 'Draw it again' : 'Draw the region'}</SmallButton>{' '}
    {isDrawn && <SmallButton onClick={onRemove}>Remove it</SmallButton>}
  </p>
)

function regionWords(region: Region, isDrawn: boolean): string {
  if (region === 'red mark') return 'The red mark in the image.'
  if (!isBox(region)) return `The mask ${region.mask}.`
  const [x, y, wide, high] = region
  return `${isDrawn ? 'Drawn' : 'In the data set'}: ${wide} × ${high} pixels at ${x}, ${y}.`
}

interface DrawingProps {
  readonly run: string
  readonly path: string
  /** The region so far. */
  readonly first: Box | null
  readonly onKeep: (box: Box) => Promise<void>
  readonly onLeave: () => void
}

function Drawing({ run, path, first, onKeep, onLeave }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null)
  const start = useRef<readonly [number, number] | null>(null)
  // As the model's decoder reads it: a browser may turn a photograph.
  const image = useImageUrl(run, path, { change: null })
  const [size, setSize] = useState<ImageSize | null>(null)
  const [box, setBox] = useState(first)
  if (image.status === 'absent') return <p>The data set folder is not open. Choose it under Set up.</p>
  if (image.status === 'failed') return <p>This image cannot be shown. {image.error.message}</p>
  if (image.status !== 'ready') return <p role="status">Decoding…</p>
  const pointerPlace = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return [(clientX - left) / width, (clientY - top) / height]
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    frame.current?.setPointerCapture(event.pointerId)
    start.current = pointerPlace(event)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (start.current && size) setBox(boxBetween(start.current, pointerPlace(event), size))
  }
  const onPointerEnd = () => {
    start.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!size) return
    if (event.key === 'Enter' && box) return void onKeep(box)
    if (event.key === 'Escape') return onLeave()
    const changed = nudged(box ?? middleBox(size), event.key, event.shiftKey, size)
    if (!changed) return
    event.preventDefault()
    event.stopPropagation()
    setBox(box ? changed : middleBox(size))
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: an image that is drawn on is not a set of form fields */}
      <div
        ref={frame}
        className="region-frame"
        role="group"
        aria-label="Image. Drag to draw the region. Arrow keys move it, with Shift they resize it, Enter saves it."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys draw on it
        tabIndex={0}
        {...{ onPointerDown, onPointerMove, onKeyDown }}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
      >
        <img
          src={image.url}
          alt=""
          draggable={false}
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
        />
        {box && size && (
          <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
            <rect x={box[0]} y={box[1]} width={box[2]} height={box[3]} />
          </svg>
        )}
      </div>
      <p className="muted" aria-live="polite">
        {box && size ? sizeWords(box, size) : 'Drag across the image, or press an arrow key on it.'}
      </p>
      <div className="buttons">
        <Button look="small primary" disabled={!box} onClick={() => box && void onKeep(box)}>
          Save the region
        </Button>{' '}
        <SmallButton onClick={onLeave}>Cancel</SmallButton>
      </div>
    </>
  )
}

function sizeWords(box: Box, size: ImageSize): string {
  const share = (box[2] * box[3]) / (size.width * size.height)
  const limits = `Between ${percentShort(smallestRegion)}% and ${percentShort(largestRegion)}% are compared.`
  return `${box[2]} × ${box[3]} pixels at ${box[0]}, ${box[1]}: ${percent(share)} of the image.${isComparableShare(share) ? '' : ` ${limits}`}`
}
