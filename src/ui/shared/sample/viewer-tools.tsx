import { useEffect, useState } from 'react'
import { percentShort } from '../../text/format.ts'
import { SmallButton } from '../controls/button.tsx'
import { allGreys, type GreyWindow, isAllGreys } from './image-view.ts'

interface ZoomProps {
  /** Screen pixels per image pixel. */
  readonly scale: number
  readonly isFitted: boolean
  readonly onZoom: (factor: number) => void
  readonly onFit: () => void
  /** The element for full screen. */
  readonly whole: () => Element | null
}

/** Buttons for zoom, fit, and full screen if the browser has it. */
export function ZoomButtons({ scale, isFitted, onZoom, onFit, whole }: ZoomProps) {
  return (
    <div className="row">
      <SmallButton aria-label="Zoom out" disabled={isFitted} onClick={() => onZoom(1 / 1.5)}>
        −
      </SmallButton>
      <output className="viewer-scale" aria-label="Zoom level">
        {percentShort(scale)}%
      </output>
      <SmallButton aria-label="Zoom in" onClick={() => onZoom(1.5)}>
        +
      </SmallButton>
      <SmallButton disabled={isFitted} onClick={onFit}>
        Fit
      </SmallButton>
      {document.fullscreenEnabled && <FullScreen whole={whole} />}
    </div>
  )
}

function FullScreen({ whole }: Pick<ZoomProps, 'whole'>) {
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const update = () => setWhole(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  const toggle = () => (isWhole ? document.exitFullscreen() : whole()?.requestFullscreen())
  return <SmallButton onClick={toggle}>{isWhole ? 'Leave full screen' : 'Full screen'}</SmallButton>
}

interface WindowProps {
  readonly greys: GreyWindow
  readonly onChange: (greys: GreyWindow) => void
}

/**
 * Sliders for brightness and contrast: the level and width of a radiological window, in grey levels of the file. A lower level
 * is brighter, a narrower window has more contrast.
 */
export function WindowRanges({ greys, onChange }: WindowProps) {
  const { level, width } = greys
  return (
    <div className="row viewer-window">
      <Range
        name="Brightness"
        max={256}
        value={256 - level}
        onChange={value => onChange({ level: 256 - value, width })}
      />
      <Range
        name="Contrast"
        max={255}
        value={256 - width}
        onChange={value => onChange({ level, width: 256 - value })}
      />
      <SmallButton disabled={isAllGreys(greys)} onClick={() => onChange(allGreys)}>
        Reset grey levels
      </SmallButton>
    </div>
  )
}

interface RangeProps {
  readonly name: string
  readonly max: number
  readonly value: number
  readonly onChange: (value: number) => void
}

function Range({ name, max, value, onChange }: RangeProps) {
  return (
    <label className="row viewer-range">
      <span>{name}</span>
      <input
        type="range"
        min={0}
        max={max}
        value={value}
        onChange={event => onChange(Number(event.target.value))}
      />
      <span className="viewer-grey">{value}</span>
    </label>
  )
}
