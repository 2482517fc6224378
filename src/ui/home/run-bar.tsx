import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { AskedCounts } from '../../engine/probes/passes.ts'
import { deviceTestWords } from '../../engine/protocol/device-test.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { Button, SmallButton } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { PressErrors } from '../shared/controls/press-errors.tsx'
import { followRun } from '../state/follow-run.ts'
import { readiness, readinessFields } from '../text/choices.ts'

/** The Run button, labelled with what it starts, and the reasons why it is disabled. */
export function RunBar({ asked }: { readonly asked: AskedCounts | null }) {
  const controller = useController()
  const app = useApp(pick(...readinessFields))
  const { label, note, blocks, offer } = readiness(app, asked)
  const server = app.model.status === 'ready' ? app.model.overview.server : undefined
  const why = useId()
  const [isStarting, setStarting] = useState(false)
  const canStart = !isStarting && blocks.length === 0
  const start = async () => {
    // What was typed is not what would be asked.
    const wrong = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
    if (wrong) return wrong.focus()
    setStarting(true)
    const before = controller.getState().live?.run.id
    await followRun(
      controller,
      () => controller.start(),
      run => run.id !== before,
    )
    setStarting(false)
  }
  useRunKeys(() => void (canStart && start()))
  return (
    <div className="row run-bar">
      <Button
        look="primary huge"
        disabled={!canStart}
        aria-describedby={why}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={start}
      >
        {label}
      </Button>
      <div id={why} className="run-bar-why" aria-live="polite">
        {blocks.length === 0 ? (
          <p className="muted">
            {note} Runs on {server ? `the model server at ${server.address}` : 'this computer'}. You can
            pause, or close the tab and continue later. A private window deletes the results when it closes.
          </p>
        ) : (
          <Blocked {...{ blocks, offer }} />
        )}
        <DeviceTest />
      </div>
      <PressErrors press="start" />
    </div>
  )
}

/** Why a run cannot begin, and a setting with which it can. */
function Blocked({ blocks, offer }: Pick<ReturnType<typeof readiness>, 'blocks' | 'offer'>) {
  const controller = useController()
  return (
    <>
      <ul>
        {blocks.map(block => (
          <li key={block}>{block}</li>
        ))}
      </ul>
      {offer && (
        <SmallButton onClick={() => controller.changeSettings({ device: offer.device, dtype: offer.dtype })}>
          {offer.label}
        </SmallButton>
      )}
    </>
  )
}

/** Control or Command with Enter, unless a dialog is open. */
function useRunKeys(start: () => void): void {
  const latest = useRef(() => {})
  useLayoutEffect(() => {
    latest.current = start
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      if (isRun && !document.querySelector('dialog[open]')) latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Whether the graphics card computes the model as WASM does, or as PyTorch did. */
function DeviceTest() {
  const controller = useController()
  const test = useApp(state => state.deviceTest)
  switch (test.status) {
    case 'none':
      return null
    case 'testing':
      return <p className="muted">Comparing the graphics card with WASM, or with PyTorch’s outputs…</p>
    case 'untested':
      return <p className="muted">The graphics card was not compared: {test.reason}</p>
    case 'passed':
      return <p className="muted">Graphics card: {deviceTestWords(test.test)}.</p>
    case 'wrong':
      return (
        <>
          <ErrorBox error={test.error} />
          <SmallButton onClick={() => controller.changeSettings({ device: 'wasm' })}>Use WASM</SmallButton>
        </>
      )
  }
}
