import { useEffect, useMemo, useState } from 'react'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { download } from '../../../ui/shared/controls/download.ts'
import { Awaited, ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { Page } from '../../../ui/shared/controls/page.tsx'
import { navigate } from '../../../ui/state/router.ts'
import { count } from '../../../ui/text/format.ts'
import type { Desk } from '../app/desk-commands.ts'
import type { OpenedSitting, ShownQuestion, SittingProgress } from '../engine/desk-facts.ts'
import type { NewAnswer } from '../engine/sitting.ts'
import { FolderAgain, useImageFolder } from './image-folder.tsx'
import { questionFiles } from './question-image.tsx'
import { QuestionScreen } from './question-screen.tsx'

interface Props {
  readonly desk: Desk
  readonly sitting: string
}

const toStudies = () => navigate('#/people')

/** A reader's sitting, a question at a time. */
export function SittingView({ desk, sitting }: Props) {
  const controller = useController()
  const folder = useImageFolder(desk)
  const opened = useAsync(`sitting ${sitting}`, async () => {
    controller.dropExamples()
    return { settings: await desk.remote.open(sitting), first: await desk.remote.next(sitting) }
  })
  // Another tab may go on with it.
  useEffect(() => () => void desk.remote.leave(sitting), [desk, sitting])
  return (
    <Page title={opened.status === 'ready' ? `Reader ${opened.value.settings.code}` : 'Sitting'}>
      <Awaited of={opened} doing="Opening the sitting…" />
      <FolderAgain folder={folder} />
      {opened.status === 'ready' && folder.isKnown && (
        <Asking key={sitting} desk={desk} sitting={sitting} folder={folder.open} {...opened.value} />
      )}
      {opened.status === 'failed' && <Button onClick={toStudies}>Back to the studies</Button>}
    </Page>
  )
}

interface AskingProps extends Props {
  readonly settings: OpenedSitting
  readonly first: ShownQuestion | null
  /** The folder of images: what could not be read is read again in another. */
  readonly folder: string | null
}

interface Screen {
  readonly question: ShownQuestion | null
  readonly isBack: boolean
  /** Differs for each question that is shown. */
  readonly shown: number
}

function Asking({ desk, sitting, settings, first, folder }: AskingProps) {
  const [{ question, isBack, shown }, setScreen] = useState<Screen>({
    ...{ question: first, isBack: false, shown: 0 },
  })
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const files = useMemo(() => questionFiles(desk, { sitting }), [desk, sitting])
  const { remote } = desk
  const show = async (load: () => Promise<ShownQuestion | null>, goesBack: boolean) => {
    setSaving(true)
    try {
      const next = await load()
      setError(null)
      if (next || !goesBack) setScreen(now => ({ question: next, isBack: goesBack, shown: now.shown + 1 }))
    } catch (thrown) {
      setError(internalError('', thrown))
    }
    setSaving(false)
  }
  useLeaveWarning(isSaving)
  if (!question) return <SittingEnd desk={desk} sitting={sitting} />
  return (
    <>
      {error && <ErrorBox error={error} />}
      <QuestionScreen
        key={`${shown} ${folder}`}
        {...{ files, settings, question, isSaving }}
        progress={progressWords(question.progress, isBack)}
        note="Every answer is stored at once. A skipped question is asked once more at the end."
        onAnswer={(answer: NewAnswer) => show(() => remote.answer(sitting, answer), false)}
        onBack={isBack ? null : () => show(() => remote.last(sitting), true)}
        onForward={isBack ? () => show(() => remote.next(sitting), false) : null}
        onPause={toStudies}
      />
    </>
  )
}

function progressWords(
  { answered, skipped, unanswered, questions }: SittingProgress,
  isBack: boolean,
): string {
  const others = skipped > 0 ? `, ${count(skipped)} skipped` : ''
  const back = isBack ? ' You changed back to your last answer.' : ''
  return `${count(answered + unanswered)} of ${count(questions)} done${others}.${back}`
}

/** Asks before the page is left while an answer is being written. */
function useLeaveWarning(isSaving: boolean): void {
  useEffect(() => {
    if (!isSaving) return
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isSaving])
}

function SittingEnd({ desk: { remote }, sitting }: Props) {
  const save = async () => {
    const file = await remote.answersFile(sitting)
    download(file, file.name)
  }
  return (
    <div className="stack">
      <p role="status">This sitting is complete. All answers are stored in this browser.</p>
      <div className="actions">
        <Button look="primary" onClick={save}>
          Save the answers as a file
        </Button>
        <Button onClick={toStudies}>Back to the studies</Button>
      </div>
    </div>
  )
}
