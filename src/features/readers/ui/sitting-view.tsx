import { useEffect, useState } from 'react'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { download } from '../../../ui/shared/controls/download.ts'
import { Awaited, ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { Page } from '../../../ui/shared/controls/page.tsx'
import { navigate } from '../../../ui/state/router.ts'
import type { Desk } from '../app/desk-commands.ts'
import type { OpenedSitting, ShownQuestion } from '../engine/desk-facts.ts'
import type { NewAnswer } from '../engine/sitting.ts'
import { QuestionScreen } from './question-screen.tsx'

interface Props {
  readonly desk: Desk
  readonly sitting: string
}

const toStudies = () => navigate('#/people')

/** A reader's sitting, a question at a time. */
export function SittingView({ desk, sitting }: Props) {
  const controller = useController()
  const opened = useAsync(`sitting ${sitting}`, async () => {
    controller.dropExamples()
    return { settings: await desk.remote.open(sitting), first: await desk.remote.next(sitting) }
  })
  return (
    <Page title={opened.status === 'ready' ? `Reader ${opened.value.settings.code}` : 'Sitting'}>
      <Awaited of={opened} doing="Opening the sitting…" />
      {opened.status === 'ready' && <Asking key={sitting} desk={desk} sitting={sitting} {...opened.value} />}
      {opened.status === 'failed' && <Button onClick={toStudies}>Back to the studies</Button>}
    </Page>
  )
}

interface AskingProps extends Props {
  readonly settings: OpenedSitting
  readonly first: ShownQuestion | null
}

interface Screen {
  readonly question: ShownQuestion | null
  readonly isBack: boolean
  /** Differs for each question that is shown. */
  readonly shown: number
}

function Asking({ desk, sitting, settings, first }: AskingProps) {
  const [{ question, isBack, shown }, setScreen] = useState<Screen>({
    ...{ question: first, isBack: false, shown: 0 },
  })
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<ErrorInfo | null>(null)
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
        key={shown}
        {...{ desk, sitting, settings, question, isBack, isSaving }}
        onAnswer={(answer: NewAnswer) => show(() => remote.answer(sitting, answer), false)}
        onBack={() => !isBack && show(() => remote.last(sitting), true)}
        onForward={() => show(() => remote.next(sitting), false)}
        onPause={toStudies}
      />
    </>
  )
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
