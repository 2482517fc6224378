import { ownValue } from '@voxelwise/python'
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'
import { isAllGreys, type Size, squares, windowLine } from './image-view.ts'
import { useImageView } from './use-image-view.ts'
import { WindowRanges, ZoomButtons } from './viewer-tools.tsx'

interface Props {
  readonly url: string
  readonly alt: string
  /** Called if the browser cannot show the file. */
  readonly onFail: () => void
}

/** An image with zoom, pan and grey window by wheel, pinch, drag, keys and buttons. */
export function ImageViewer({ url, alt, onFail }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  const view = useImageView(frame, size)
  const { placement, scale, greys, zoom, move } = view
  const filter = useId()
  useKeys({ '+': () => zoom(1.5), '=': () => zoom(1.5), '-': () => zoom(1 / 1.5), '0': view.fit })
  const arrows: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move({ x: 0.1, y: 0 }),
    ArrowRight: () => move({ x: -0.1, y: 0 }),
    ArrowUp: () => move({ x: 0, y: 0.1 }),
    ArrowDown: () => move({ x: 0, y: -0.1 }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = ownValue(arrows, event.key)
    if (!act || view.isFitted) return
    event.preventDefault()
    act()
  }
  const { slope, intercept } = windowLine(greys)
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
        <svg className="viewer-filter" aria-hidden="true">
          <filter id={filter} colorInterpolationFilters="sRGB">
            <feComponentTransfer>
              <feFuncR type="linear" slope={slope} intercept={intercept} />
              <feFuncG type="linear" slope={slope} intercept={intercept} />
              <feFuncB type="linear" slope={slope} intercept={intercept} />
            </feComponentTransfer>
          </filter>
        </svg>
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
