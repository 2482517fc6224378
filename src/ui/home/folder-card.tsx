import { type DragEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { fromDrop, fromInput, pickDirectory } from '../../app/folders/picking.ts'
import type { Chosen, Picked } from '../../app/state/state.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import type { SourceKind } from '../../engine/protocol/identity.ts'
import { useApp } from '../hooks/use-app.ts'
import { Button } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { wholeFolder } from '../shared/controls/whole-folder.ts'

interface WaysProps {
  readonly title: string
  readonly what: string
  readonly inputId: string
  readonly choose: (picked: Picked) => Promise<void>
  /** Extensions of the files that may be picked instead of a folder. */
  readonly fileEndings?: readonly string[]
}

/** The ways to choose a folder: by picker, as files, the demo, or by drop on an element. */
export interface FolderWays {
  readonly pick: () => void
  /** null where only whole folders can be picked. */
  readonly pickFiles: (() => void) | null
  readonly chooseDemo: () => void
  /** For the element that takes drops. */
  readonly target: {
    readonly 'data-over': boolean
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: () => void
    readonly onDrop: (event: DragEvent) => void
  }
  /** The hidden inputs: they must be somewhere in the page. */
  readonly inputs: ReactNode
  /** Why nothing was taken; null where something was. */
  readonly hint: string | null
}

export function useFolderWays({ title, what, inputId, choose, fileEndings = [] }: WaysProps): FolderWays {
  const device = useApp(state => state.device)
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
  return {
    pick,
    pickFiles: fileEndings.length > 0 ? () => files.current?.click() : null,
    chooseDemo: () => take({ from: 'demo' }, null),
    target: {
      'data-over': over,
      onDragOver: event => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: event => void drop(event),
    },
    hint,
    inputs: <FolderInputs {...{ title, inputId, fileEndings, files, take }} folder={input} />,
  }
}

interface InputsProps extends Pick<WaysProps, 'title' | 'inputId'> {
  readonly fileEndings: readonly string[]
  readonly files: RefObject<HTMLInputElement | null>
  readonly folder: RefObject<HTMLInputElement | null>
  readonly take: (picked: Picked | null, otherwise: string | null) => void
}

/** The hidden inputs of files and of a folder. */
const FolderInputs = ({ title, inputId, fileEndings, files, folder, take }: InputsProps) => (
  <>
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
      ref={folder}
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
  </>
)

/** The ways as buttons, and an alternative to a folder below them. */
export function FolderButtons({
  ways,
  children,
}: {
  readonly ways: FolderWays
  readonly children?: ReactNode
}) {
  return (
    <div className="column">
      <div className="row">
        <Button onClick={ways.pick}>Pick a folder</Button>
        {ways.pickFiles && <Button onClick={ways.pickFiles}>Pick a file</Button>}
        <Button onClick={ways.chooseDemo}>Use the demo</Button>
        <span className="note">or drop one here</span>
      </div>
      {children}
    </div>
  )
}

interface Props<Overview> extends WaysProps {
  readonly chosen: Chosen<Overview>
  readonly unlock: () => Promise<void>
  /** An alternative to a folder. */
  readonly otherWay: ReactNode
  /** Where to download such a folder. */
  readonly whereToGet: ReactNode
  readonly children: (overview: Overview) => ReactNode
}

/** A panel that chooses a folder and shows its state. */
export function FolderCard<Overview>(props: Props<Overview>) {
  const { title, what, chosen, unlock, otherWay, whereToGet, children } = props
  const ways = useFolderWays(props)
  const heading = useId()
  return (
    <section className="panel" aria-labelledby={heading} {...ways.target}>
      <h2 id={heading}>{title}</h2>
      <FolderButtons ways={ways}>{otherWay}</FolderButtons>
      <FolderState chosen={chosen} what={what} unlock={unlock} ways={ways}>
        {children}
      </FolderState>
      {whereToGet}
      {ways.inputs}
    </section>
  )
}

/** A source that the page remembers, but may not use yet. */
const lockedTexts: Readonly<Partial<Record<SourceKind, string>>> = {
  server: 'You used this model server before. Connecting sends about a dozen short test questions.',
  directory: 'You used this folder before. Allow the browser to read it again.',
}

interface StateProps<Overview> extends Pick<Props<Overview>, 'chosen' | 'what' | 'unlock' | 'children'> {
  readonly ways: Pick<FolderWays, 'pick' | 'hint'>
  /** Progress while the folder is being read. */
  readonly soFar?: ReactNode
  /** What can be done about a failure. */
  readonly remedy?: (error: ErrorInfo) => ReactNode
}

/** A chosen folder: what it holds, or what keeps it from being used. */
export function FolderState<Overview>(props: StateProps<Overview>) {
  return (
    <div className="column" aria-live="polite">
      <ShownState {...props} />
      {props.ways.hint && <p className="warning">{props.ways.hint}</p>}
    </div>
  )
}

function ShownState<Overview>(props: StateProps<Overview>) {
  const { chosen, what, unlock, ways, soFar, remedy, children } = props
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
            <Button look="primary" onClick={unlock}>
              {chosen.source === 'server' ? 'Connect again' : 'Allow access again'}
            </Button>
          ) : (
            <Button look="primary" onClick={ways.pick}>
              {/* One child: a button lays out its children apart, without the spaces between them. */}
              <span>
                Pick <bdi>{chosen.name}</bdi> again
              </span>
            </Button>
          )}
        </>
      )
    case 'failed':
      return (
        <>
          <p className="folder-name">{chosen.name}</p>
          {chosen.error.code === 'no-questions' ? (
            // No fault of the folder: what can be done about it follows.
            <p>
              {chosen.error.message} {chosen.error.remedy}
            </p>
          ) : (
            <ErrorBox error={chosen.error} />
          )}
          {remedy?.(chosen.error)}
        </>
      )
    case 'ready':
      return children(chosen.overview)
  }
}
