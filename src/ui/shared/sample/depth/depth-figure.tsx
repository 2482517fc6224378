import { useId, useMemo, useState } from 'react'
import { display } from '../../../../data/images/grey/display.ts'
import type { GreyFrame } from '../../../../data/images/grey/grey-frame.ts'
import type { Pixels } from '../../../../engine/image/pixels.ts'
import { policyOf, type WindowPolicy } from '../../../../engine/protocol/window-policy.ts'
import { useApp } from '../../../hooks/use-app.ts'
import type { ImagePlace } from '../image-view.ts'
import { DepthCanvas } from './depth-canvas.tsx'
import { PartRange, WindowNumbers } from './depth-tools.tsx'
import { colourText, dragged, presetsFor, startOf, valueText } from './depth-window.ts'
import { useDepth } from './use-depth.ts'

interface Props {
  readonly run: string
  /** Rooted path of the image, which may name a frame. */
  readonly path: string
}

/** An image with all of its depth: its values, and any window on them. Nothing where there is no more than its picture. */
export function DepthFigure({ run, path }: Props) {
  const runs = useApp(state => state.runs)
  const window = runs?.find(summary => summary.run.id === run)?.run.settings.window
  const [wanted, setWanted] = useState<number | null>(null)
  const { depth, error } = useDepth(run, path, wanted)
  if (!depth) return null
  const { frame, along, count, place } = depth
  return (
    <figure className="viewer depth">
      {frame.kind === 'grey' ? (
        <GreyDepth grey={frame.grey} shown={window} />
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
          <span>
            {frame.kind === 'grey'
              ? 'Full depth. What you change here, the model did not see.'
              : 'The colours of the file.'}
          </span>
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
const own = 'own'

interface GreyProps {
  readonly grey: GreyFrame
  /** The window policy of the run. */
  readonly shown: string | undefined
}

function GreyDepth({ grey, shown }: GreyProps) {
  const [chosen, setChosen] = useState<{ readonly name: string; readonly policy: WindowPolicy }>(() => ({
    name: ofRun,
    policy: policyOf(shown),
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
      const from = policy.kind === 'window' ? policy : startOf(display(grey, policy).display, grey)
      return { name: own, policy: { kind: 'window', ...dragged(from, by) } }
    })
  return (
    <>
      <DepthCanvas pixels={pixels} textAt={place => valueText(grey, place)} onDrag={drag} />
      <div className="viewer-tools">
        <span className="depth-preset">
          <label htmlFor={id}>Window</label>
          <select
            id={id}
            value={chosen.name}
            onChange={({ target }) =>
              setChosen({
                name: target.value,
                policy: presets.find(({ name }) => name === target.value)?.policy ?? policyOf(shown),
              })
            }
          >
            <option value={ofRun}>As the model saw it</option>
            {presets.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
            {chosen.name === own && <option value={own}>Set by hand</option>}
          </select>
        </span>
        <WindowNumbers
          window={startOf(made, grey)}
          onChange={window => setChosen({ name: own, policy: { kind: 'window', ...window } })}
        />
        <button
          type="button"
          className="button small"
          aria-pressed={isInverted}
          onClick={() => setInverted(!isInverted)}
        >
          Invert
        </button>
      </div>
    </>
  )
}
