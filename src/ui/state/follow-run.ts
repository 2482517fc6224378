import type { Controller } from '../../app/controller/commands.ts'
import { isBusy } from '../../app/state/stage.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { navigate } from './router.ts'

/**
 * Opens the run view once a press of this tab has begun a run, unless the user has left the view meanwhile. Runs that begin by
 * themselves, such as the probes of an audit, interrupt nobody.
 * @param isMeant whether a run is the one that the press was to begin
 */
export async function followRun(
  controller: Pick<Controller, 'getState'>,
  press: () => Promise<void>,
  isMeant: (run: Run) => boolean,
): Promise<void> {
  const { hash } = location
  await press()
  const { live } = controller.getState()
  if (live && isBusy(live) && isMeant(live.run) && location.hash === hash) navigate('#/run')
}
