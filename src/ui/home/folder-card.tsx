import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { fromDrop, fromInput, pickDirectory } from '../../app/folders/picking.ts'
import type { Chosen, Picked } from '../../app/state/state.ts'
import { useApp } from '../hooks/use-app.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'

interface Props<Overview> {
  readonly title: string
  readonly what: string
  readonly inputId: string
  readonly chosen: Chosen<Overview>
  readonly choose: (picked: Picked) => Promise<void>
  readonly unlock: () => Promise<void>
  /** Endings of the files that may be picked instead of a folder; none where only a folder will do. */
  readonly fileEndings?: readonly string[]
  /** Another way than a folder. */
  readonly otherWay?: ReactNode
  /** What was read of it so far, while it is. */
  readonly soFar?: ReactNode
  /** Where such a folder can be had. */
  readonly whereToGet: ReactNode
  readonly children: (overview: Overview) => ReactNode
}

/** React's types do not know the attribute; browsers do. */
const wholeFolder = { webkitdirectory: '' }

/** A folder to choose: the demo, a picker, or a drop anywhere on the card; and what became of it. */
export function FolderCard<Overview>(props: Props<Overview>) {
  const {
    title,
    what,
    inputId,
    chosen,
    choose,
    unlock,
    otherWay,
    soFar,
    whereToGet,
    children,
    fileEndings = [],
  } = props
  const { device } = useApp()
  const heading = useId()
  const input = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [hint, setHint] = useState<string | null>(null)

  const take = (picked: Picked | null, otherwise: string | null) => {
    setHint(picked ? null : otherwise)
    if (picked) void choose(picked)
  }
  const pick = () => {
    if (!device.directoryPicker) return input.current?.click()
    pickDirectory().then(
      picked => take(picked, null),
      () => input.current?.click(),
    )
  }
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const otherwise = `Drop the ${what} folder itself, not files out of it.`
    const endings = fileEndings.join(', ')
    take(
      await fromDrop(event.dataTransfer, fileEndings),
      endings === '' ? otherwise : `Drop the ${what} folder itself, or files that hold it (${endings}).`,
    )
  }

  return (
    <section
      className="panel folder-card"
      aria-labelledby={heading}
      data-over={over}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 id={heading}>{title}</h2>
      <div className="folder-choice">
        <div className="folder-ways">
          <button type="button" className="button" onClick={pick}>
            Pick a folder
          </button>
          {fileEndings.length > 0 && (
            <button type="button" className="button" onClick={() => files.current?.click()}>
              Pick a file
            </button>
          )}
          <button type="button" className="button" onClick={() => void choose({ from: 'demo' })}>
            Use the demo
          </button>
          <span className="muted">or drop one here</span>
        </div>
        {otherWay}
      </div>
      <div className="folder-state" aria-live="polite">
        <FolderState chosen={chosen} what={what} unlock={unlock} pick={pick} soFar={soFar}>
          {children}
        </FolderState>
        {hint && <p className="warning">{hint}</p>}
      </div>
      {whereToGet}
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={fileEndings.join()}
        data-testid={`${inputId}-files`}
        aria-label={`${title} files`}
        onChange={event => {
          take(fromInput(event.target.files), null)
          event.target.value = ''
        }}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        data-testid={inputId}
        aria-label={`${title} folder`}
        {...wholeFolder}
        onChange={event => {
          take(
            fromInput(event.target.files),
            'That folder holds no files, or links only, which browsers pass over.',
          )
          event.target.value = ''
        }}
      />
    </section>
  )
}

interface StateProps<Overview> {
  readonly chosen: Chosen<Overview>
  readonly what: string
  readonly unlock: () => Promise<void>
  readonly pick: () => void
  readonly soFar: ReactNode
  readonly children: (overview: Overview) => ReactNode
}

function FolderState<Overview>({ chosen, what, unlock, pick, soFar, children }: StateProps<Overview>) {
  switch (chosen.status) {
    case 'none':
      return <p className="muted">No {what} chosen yet.</p>
    case 'reading':
      return (
        <>
          <p className="folder-name">{chosen.name}</p>
          <p className="muted">
            {chosen.step === undefined ? 'Reading…' : `${chosen.step}…`} {soFar}
          </p>
          <div className="bar" data-busy="true" aria-hidden="true" />
        </>
      )
    case 'locked':
      return (
        <>
          <p className="folder-name">{chosen.name}</p>
          <p>
            {chosen.source === 'server'
              ? 'A model server, used on an earlier visit. It is asked a dozen short questions first.'
              : 'Used on an earlier visit. The browser must be asked again before it can be read.'}
          </p>
          {chosen.source === 'directory' || chosen.source === 'server' ? (
            <button type="button" className="button primary" onClick={() => void unlock()}>
              {chosen.source === 'server' ? 'Connect again' : 'Allow access again'}
            </button>
          ) : (
            <button type="button" className="button primary" onClick={pick}>
              Pick <bdi>{chosen.name}</bdi> again
            </button>
          )}
        </>
      )
    case 'failed':
      return (
        <>
          <p className="folder-name">{chosen.name}</p>
          <ErrorBox error={chosen.error} />
        </>
      )
    case 'ready':
      return children(chosen.overview)
  }
}
