import {
  type Depth,
  display,
  type GreyFrame,
  type Pixels,
  parsePolicy,
  toImageData,
  type WindowPolicy,
} from '@voxelwise/pixels'
import { ownValue } from '@voxelwise/python'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type ErrorInfo, internalError } from '../../../../engine/base/errors.ts'
import { useApp, useController } from '../../../hooks/use-app.ts'
import { SmallButton } from '../../controls/button.tsx'
import { fittedCover, type ImagePlace, squares } from '../image-view.ts'
import { placeIn, useSize } from '../use-image-view.ts'
import { PartRange, WindowNumbers } from './depth-tools.tsx'
import {
  colourText,
  dragged,
  firstWindow,
  type MarkerPlace,
  pixelAt,
  presetsFor,
  stepped,
  valueText,
} from './depth-window.ts'

interface DepthCanvasProps {
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

interface MarkerProps {
  readonly place: MarkerPlace
  readonly cover: ImagePlace
  readonly width: number
  readonly height: number
}

const Marker = ({ place, cover, width, height }: MarkerProps) => (
  <span
    className="depth-marker"
    style={{
      left: `${100 * (0.5 + ((place.column + 0.5) / width - 0.5) * cover.x)}%`,
      top: `${100 * (0.5 + ((place.row + 0.5) / height - 0.5) * cover.y)}%`,
    }}
  />
)

/** Handlers of a frame that is pointed at, and dragged where that changes something. */
function usePointing(onDrag: DepthCanvasProps['onDrag'], onPoint: (at: ImagePlace) => void) {
  const dragged = useRef<ImagePlace | null>(null)
  const onPointerEnd = () => {
    dragged.current = null
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!onDrag || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      dragged.current = placeIn(event.currentTarget, event)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = placeIn(event.currentTarget, event)
      onPoint(now)
      const before = dragged.current
      if (!before) return
      dragged.current = now
      onDrag?.({ x: now.x - before.x, y: now.y - before.y })
    },
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
  }
}

/** A picture that shows the value of the pixel under the pointer, or under a marker that keys move. */
function DepthCanvas({ pixels, textAt, onDrag }: DepthCanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [place, setPlace] = useState<MarkerPlace | null>(null)
  const size = useSize(frame)
  const { width, height } = pixels
  const cover = size ? fittedCover(pixels, size) : { x: 1, y: 1 }
  const scale = size ? (cover.x * size.width) / width : 0
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element) return
    element.width = pixels.width
    element.height = pixels.height
    element.getContext('2d')?.putImageData(toImageData(pixels), 0, 0)
  }, [pixels])
  const pointing = usePointing(onDrag, at => setPlace(pixelAt(at, cover, pixels)))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ownValue(steps, event.key)
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
        {...pointing}
      >
        <canvas ref={canvas} style={{ imageRendering: scale >= squares ? 'pixelated' : undefined }} />
        {isInside && <Marker {...{ place, cover, width, height }} />}
      </div>
      <output className="depth-value" aria-label="Value">
        {isInside
          ? `Column ${place.column + 1}, row ${place.row + 1}: ${textAt(place)}`
          : 'Point at a pixel to see its value.'}
      </output>
    </>
  )
}

interface Props {
  readonly run: string
  /** Rooted path of the image, which may name a frame. */
  readonly path: string
}

/** An image of a run with all of its depth: its values, and any window on them. */
export function DepthFigure({ run, path }: Props) {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const dataset = useApp(state => state.dataset)
  const open = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const window = runs?.find(summary => summary.run.id === run)?.run.settings.window
  return (
    <ImageDepth
      image={JSON.stringify([run, path, open])}
      subject={path}
      window={window}
      windowName="As the model saw it"
      note="Full depth. What you change here, the model did not see."
      read={place => controller.depth(run, path, place)}
    />
  )
}

/** Reads a frame or slice, from 0; null for the one that the image names. */
type ReadDepth = (place: number | null) => Promise<Depth | null>

interface DepthOfProps {
  /** Stands for everything that `read` reads. */
  readonly image: string
  /** The name of the image, for errors. */
  readonly subject: string
  /** The window policy under which its picture is shown. */
  readonly window: string | undefined
  /** What that policy is called, and what is said of grey images. */
  readonly windowName: string
  readonly note: string
  readonly read: ReadDepth
}

/** An image with all of its depth. Nothing where there is no more than its picture. */
export function ImageDepth({ image, subject, window, windowName, note, read }: DepthOfProps) {
  const [wanted, setWanted] = useState<number | null>(null)
  const { depth, error } = useDepth(image, subject, read, wanted)
  if (!depth) return null
  const { frame, along, count, place } = depth
  return (
    <figure className="viewer depth">
      {frame.kind === 'grey' ? (
        <GreyDepth grey={frame.grey} shown={window} shownName={windowName} />
      ) : (
        <ColourDepth pixels={frame.pixels} />
      )}
      {count > 1 && <PartRange along={along} place={wanted ?? place} count={count} onChange={setWanted} />}
      <figcaption>
        {error ? (
          <span>
            This frame cannot be shown. {error.message} {error.remedy}
          </span>
        ) : (
          <span>{frame.kind === 'grey' ? note : 'The colours of the file.'}</span>
        )}
      </figcaption>
    </figure>
  )
}

function ColourDepth({ pixels }: { readonly pixels: Pixels }) {
  return <DepthCanvas pixels={pixels} textAt={place => colourText(pixels, place)} />
}

/** The choice that stands for the run's own policy, and the one for a window that was set by hand. */
const ofRun = 'run'
const setByHand = 'own'

interface GreyProps {
  readonly grey: GreyFrame
  /** The window policy of the picture, and its name. */
  readonly shown: string | undefined
  readonly shownName: string
}

function GreyDepth({ grey, shown, shownName }: GreyProps) {
  const [chosen, setChosen] = useState<{ readonly name: string; readonly policy: WindowPolicy }>(() => ({
    name: ofRun,
    policy: parsePolicy(shown),
  }))
  const [isInverted, setInverted] = useState(false)
  const id = useId()
  const { pixels, display: made } = useMemo(
    () => display({ ...grey, isInverted: grey.isInverted !== isInverted }, chosen.policy),
    [grey, chosen.policy, isInverted],
  )
  const presets = presetsFor(grey)
  const drag = (by: ImagePlace) =>
    setChosen(({ policy }) => {
      const from = policy.kind === 'window' ? policy : firstWindow(display(grey, policy).display, grey)
      return { name: setByHand, policy: { kind: 'window', ...dragged(from, by) } }
    })
  return (
    <>
      <DepthCanvas pixels={pixels} textAt={place => valueText(grey, place)} onDrag={drag} />
      <div className="row viewer-tools">
        <span className="row">
          <label htmlFor={id}>Window</label>
          <select
            id={id}
            value={chosen.name}
            onChange={({ target }) =>
              setChosen({
                name: target.value,
                policy: presets.find(({ name }) => name === target.value)?.policy ?? parsePolicy(shown),
              })
            }
          >
            <option value={ofRun}>{shownName}</option>
            {presets.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
            {chosen.name === setByHand && <option value={setByHand}>Set by hand</option>}
          </select>
        </span>
        <WindowNumbers
          window={firstWindow(made, grey)}
          onChange={window => setChosen({ name: setByHand, policy: { kind: 'window', ...window } })}
        />
        <SmallButton aria-pressed={isInverted} onClick={() => setInverted(!isInverted)}>
          Invert
        </SmallButton>
      </div>
    </>
  )
}

/** `depth` is null where there is no more than the picture, or nothing was read yet. */
interface DepthState {
  readonly depth: Depth | null
  readonly error: ErrorInfo | null
}

/**
 * A frame or slice of an image with all of its depth; the one before stays until it is read. While one is read, only the last
 * that was wanted waits.
 * @param place from 0; null for the one that the path names
 */
function useDepth(image: string, subject: string, readPlace: ReadDepth, place: number | null): DepthState {
  const wanted = JSON.stringify([image, place])
  const [read, setRead] = useState<DepthState & { readonly of: string }>({ of: '', depth: null, error: null })
  const isReading = useRef(false)
  const { of } = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for all that is read
  useEffect(() => {
    if (isReading.current || of === wanted) return
    isReading.current = true
    void readPlace(place)
      .then(
        depth => ({ depth, error: null }),
        thrown => ({ depth: null, error: internalError(subject, thrown) }),
      )
      .then(next => {
        isReading.current = false
        setRead(last => ({ of: wanted, ...next, depth: next.error ? last.depth : next.depth }))
      })
  }, [wanted, of])
  return read
}
