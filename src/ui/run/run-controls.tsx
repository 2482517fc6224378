import { useLayoutEffect, useRef, useState } from 'react'
import { findPrevious, listPasses } from '../../app/state/passes.ts'
import { isBusy } from '../../app/state/stage.ts'
import type { LiveRun, RunSummary } from '../../app/state/state.ts'
import { auditCondition, isAuditPass } from '../../engine/probes/kind-of.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { useKeys } from '../hooks/use-keys.ts'
import { Button, SmallButton } from '../shared/controls/button.tsx'
import { ContinueButton } from '../shared/run/continue-button.tsx'
import { changePreferences, usePreferences } from '../state/preferences.ts'
import { compareHref, resultsHref } from '../state/router.ts'

/** Pause, Resume and Stop during a run; Continue and See the results after it. */
export function RunControls({ live }: { readonly live: LiveRun }) {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const { run, phase } = live
  const isActive = isBusy(live)
  const results = useRef<HTMLAnchorElement>(null)
  const pressedStop = useRef(false)
  const pauseOrResume = () => {
    if (phase === 'running') controller.pause()
    else if (phase === 'paused' && isActive) controller.resume()
  }
  useKeys({ p: pauseOrResume })
  // The pressed button disappears, and keyboard focus would be lost with it.
  useLayoutEffect(() => {
    if (!isActive && pressedStop.current) results.current?.focus()
    pressedStop.current = false
  }, [isActive])
  if (!isActive)
    return (
      <div className="actions">
        {phase === 'done' ? <ComparePrevious run={run} /> : <ContinueButton run={run} />}
        <a ref={results} className="button primary" href={resultsAddress(run, runs ?? [])}>
          See the results
        </a>
      </div>
    )
  const stop = () => {
    pressedStop.current = true
    void controller.stop()
  }
  return (
    <div className="actions">
      <Button
        {...(phase === 'paused' && { look: 'primary' })}
        disabled={phase !== 'running' && phase !== 'paused'}
        onClick={pauseOrResume}
      >
        {phase === 'paused' ? 'Resume' : phase === 'pausing' ? 'Pausing…' : 'Pause'}
      </Button>
      <Button onClick={stop}>Stop</Button>
    </div>
  )
}

/** Leads to the difference from the last run on the same data, which answers what a change of the settings does. */
function ComparePrevious({ run }: Pick<LiveRun, 'run'>) {
  const previous = useApp(({ runs }) => findPrevious(runs ?? [], run)?.id)
  if (previous === undefined) return null
  return (
    <a className="button" href={compareHref([previous, run.id])}>
      Compare with the previous run
    </a>
  )
}

/** Where the figures of a run are: those of a pass are among its parent's. */
export function resultsAddress({ id, parent, judging, probe }: Run, runs: readonly RunSummary[]): string {
  if (parent === undefined) return resultsHref(id)
  if (judging || !probe) return resultsHref(parent, 'judges')
  return resultsHref(parent, isOfImageUse(probe, parent, runs) ? 'audit' : 'probes')
}

/** Whether a pass shows whether the model uses its images, alone or beside another pass of its run. */
const isOfImageUse = (probe: Probe, parent: string, runs: readonly RunSummary[]): boolean =>
  isAuditPass(probe) ||
  (auditCondition(probe) !== null &&
    listPasses(runs, parent).some(({ run }) => run.probe && isAuditPass(run.probe)))

/** Turns on a notification at the end of a run; the browser asks for permission once. */
export function NotifyChoice() {
  const { notify } = usePreferences()
  const [isRefused, setRefused] = useState(false)
  if (!('Notification' in globalThis)) return null
  const change = async (wanted: boolean): Promise<void> => {
    const allowed = wanted && (await Notification.requestPermission()) === 'granted'
    setRefused(wanted && !allowed)
    changePreferences({ notify: allowed })
  }
  return (
    <div className="notify">
      <label className="check">
        <input
          type="checkbox"
          checked={notify && Notification.permission === 'granted'}
          onChange={event => void change(event.target.checked)}
        />
        Notify me when the run ends
      </label>
      {isRefused && (
        <p className="muted" role="status">
          The browser blocks notifications from this page. Allow them in its site settings.
        </p>
      )}
    </div>
  )
}

/** Warns that the browser may delete results, and offers a copy in a folder. */
export function KeepWarning() {
  const controller = useController()
  const { persistence, copy, device } = useApp(pick('persistence', 'copy', 'device'))
  if (persistence !== 'refused' || copy.status === 'copying') return null
  return (
    <div className="panel keep-warning" role="status">
      <p>
        This browser may delete your results when the disk is full.{' '}
        {device.directoryPicker
          ? 'Copy runs to a folder to keep them safe.'
          : 'Export the run when it ends, or save a backup under Storage.'}
      </p>
      {device.directoryPicker && (
        <p className="actions">
          <SmallButton onClick={() => controller.chooseCopy()}>Copy runs to a folder</SmallButton>
          <a className="button small" href="#/storage">
            Storage
          </a>
        </p>
      )}
    </div>
  )
}
