import { useEffect, useState } from 'react'
import type { LevelChoice } from '../../app/controller/levels.ts'
import { passesOf } from '../../app/state/passes.ts'
import type { ProbeOverview } from '../../engine/probes/report.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { useApp, useController } from './use-app.ts'
import { useAsync } from './use-async.ts'

/** What the passes of a run show: as it is read, and what is shown meanwhile. */
export function useProbes(run: Run, levels: LevelChoice) {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const passes = passesOf(runs ?? [], run.id)
  // Read again when a pass is added, ends or is deleted; not at every answer.
  const state = passes.map(pass => `${pass.run.id} ${pass.answered + pass.failed}`).join()
  const probed = useAsync(`probes of ${run.id} ${JSON.stringify(levels)} ${state}`, () =>
    controller.probes(run.id, levels),
  )
  // The shown data stays until the next figures arrive: the end of a pass must not move the page.
  const [shown, setShown] = useState<ProbeOverview | null>(null)
  useEffect(() => {
    if (probed.status === 'ready') setShown(probed.value)
  }, [probed])
  return { probed, shown }
}
