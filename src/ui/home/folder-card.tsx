import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { fromDrop, fromInput, pickDirectory } from '../../app/folders/picking.ts'
import type { Chosen, Picked } from '../../app/state/state.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import type { SourceKind } from '../../engine/protocol/identity.ts'
import { useApp } from '../hooks/use-app.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'

interface Props<Overview> {
  readonly title: string
  readonly what: string
  readonly inputId: string
  readonly chosen: Chosen<Overview>
  readonly choose: (picked: Picked) => Promise<void>
  readonly unlock: () => Promise<void>
  /** Extensions of the files that may be picked instead of a folder. */
  readonly fileEndings?: readonly string[]
  /** An alternative to a folder. */
  readonly otherWay?: ReactNode
  /** Progress while the folder is being read. */
  readonly soFar?: ReactNode
  /** What can be done about a failure. */
  readonly remedy?: (error: ErrorInfo) => ReactNode
  /** Where to download such a folder. */
  readonly whereToGet: ReactNode
  readonly children: (overview: Overview) => ReactNode
}

/** React's types lack this attribute. */
const wholeFolder = { webkitdirectory: '' }

/** Chooses a folder by picker, demo or drop anywhere on the card, and shows its state. */
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
    remedy = () => null,
    fileEndings = [],
  } = props
  const device = useApp(state => state.device)
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
    const otherwise = `Drop the whole ${what} folder, not single files.`
    const endings = fileEndings.join(', ')
    take(
      await fromDrop(event.dataTransfer, fileEndings),
      endings === '' ? otherwise : `Drop the whole ${what} folder, or its table files (${endings}).`,
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
        <FolderState chosen={chosen} what={what} unlock={unlock} pick={pick} soFar={soFar} remedy={remedy}>
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
            'That folder is empty, or contains only links, which browsers ignore.',
          )
          event.target.value = ''
        }}
      />
    </section>
  )
}

/** A source that the page remembers, but may not use yet. */
const lockedTexts: Readonly<Partial<Record<SourceKind, string>>> = {
  server: 'You used this model server before. Connecting sends about a dozen short test questions.',
  directory: 'You used this folder before. Allow the browser to read it again.',
}

interface StateProps<Overview> {
  readonly chosen: Chosen<Overview>
  readonly what: string
  readonly unlock: () => Promise<void>
  readonly pick: () => void
  readonly soFar: ReactNode
  readonly remedy: (error: ErrorInfo) => ReactNode
  readonly children: (overview: Overview) => ReactNode
}

function FolderState<Overview>(props: StateProps<Overview>) {
  const { chosen, what, unlock, pick, soFar, remedy, children } = props
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
            {lockedTexts[chosen.source] ??
              'You used this folder before. Pick it again: the browser did not keep it.'}
          </p>
          {chosen.source === 'directory' || chosen.source === 'server' ? (
            <button type="button" className="button primary" onClick={() => void unlock()}>
              {chosen.source === 'server' ? 'Connect again' : 'Allow access again'}
            </button>
          ) : (
            <button type="button" className="button primary" onClick={pick}>
              {/* One child: a button lays out its children apart, without the spaces between them. */}
              <span>
                Pick <bdi>{chosen.name}</bdi> again
              </span>
            </button>
          )}
        </>
      )
    case 'failed':
      return (
        <>
          <p className="folder-name">{chosen.name}</p>
          <ErrorBox error={chosen.error} />
          {remedy(chosen.error)}
        </>
      )
    case 'ready':
      return children(chosen.overview)
  }
}
