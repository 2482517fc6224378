import { ownValue } from '@voxelwise/python'
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'
import { type GreyWindow, type ImagePlace, isAllGreys, type Size, squares, windowLine } from './image-view.ts'
import { useImageView } from './use-image-view.ts'
import { WindowRanges, ZoomButtons } from './viewer-tools.tsx'

interface Props {
  readonly url: string
  readonly alt: string
  /** Called if the browser cannot show the file. */
  readonly onFail: () => void
}

/** The part of the frame by which an arrow key moves the image. */
const arrows: Readonly<Record<string, ImagePlace>> = {
  ArrowLeft: { x: 0.1, y: 0 },
  ArrowRight: { x: -0.1, y: 0 },
  ArrowUp: { x: 0, y: 0.1 },
  ArrowDown: { x: 0, y: -0.1 },
}

/** An image with zoom, pan and grey window by wheel, pinch, drag, keys and buttons. */
export function ImageViewer({ url, alt, onFail }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  const view = useImageView(frame, size)
  const { placement, scale, greys, zoom, move } = view
  const filter = useId()
  useKeys({ '+': () => zoom(1.5), '=': () => zoom(1.5), '-': () => zoom(1 / 1.5), '0': view.fit })
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ownValue(arrows, event.key)
    if (!by || view.isFitted) return
    event.preventDefault()
    move(by)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: an image that can be moved is not a set of form fields */}
      <div
        ref={frame}
        className="viewer-frame"
        role="group"
        aria-label="Image. Arrow keys move it when zoomed."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move what is in it
        tabIndex={0}
        data-fitted={view.isFitted}
        style={size ? ({ '--aspect': `${size.width} / ${size.height}` } as CSSProperties) : undefined}
        onKeyDown={onKeyDown}
        onDoubleClick={() => (view.isFitted ? zoom(2) : view.fit())}
        {...view.drag}
      >
        <GreyFilter id={filter} greys={greys} />
        <img
          src={url}
          alt={alt}
          draggable={false}
          style={{
            transform: `translate(${placement.x * 100}%, ${placement.y * 100}%) scale(${placement.zoom})`,
            filter: isAllGreys(greys) ? undefined : `url("#${filter}")`,
            imageRendering: scale >= squares ? 'pixelated' : undefined,
          }}
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={onFail}
        />
      </div>
      <div className="row viewer-tools">
        <ZoomButtons
          scale={scale}
          isFitted={view.isFitted}
          onZoom={zoom}
          onFit={view.fit}
          whole={() => frame.current?.closest('figure') ?? null}
        />
        <WindowRanges greys={greys} onChange={view.setGreys} />
      </div>
    </>
  )
}

/** The grey window as a filter of the image. */
function GreyFilter({ id, greys }: { readonly id: string; readonly greys: GreyWindow }) {
  const { slope, intercept } = windowLine(greys)
  return (
    <svg className="viewer-filter" aria-hidden="true">
      <filter id={id} colorInterpolationFilters="sRGB">
        <feComponentTransfer>
          <feFuncR type="linear" slope={slope} intercept={intercept} />
          <feFuncG type="linear" slope={slope} intercept={intercept} />
          <feFuncB type="linear" slope={slope} intercept={intercept} />
        </feComponentTransfer>
      </filter>
    </svg>
  )
}
