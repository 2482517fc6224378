import { canContinue } from '../../../app/state/passes.ts'
import { withMoreTokens } from '../../../engine/analysis/cut-answers.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { mostNewTokens } from '../../../engine/protocol/settings.ts'
import { useController } from '../../hooks/use-app.ts'
import { navigate } from '../../state/router.ts'
import { Button } from '../controls/button.tsx'

/** Whether the cut answers of a run can be asked again on this page: not those of a pass, or of several machines. */
const canAskAgain = (run: Run): boolean => canContinue(run) && run.parent === undefined && !run.merged

/** Asks the cut answers of a run again, with a higher limit of new tokens. The run itself stays as it is. */
export function AskAgainButton({ run }: { readonly run: Run }) {
  const controller = useController()
  if (!canAskAgain(run)) return null
  const start = async () => {
    await controller.askAgain(run.id)
    const { dataset, model, live: begun } = controller.getState()
    if (dataset.status === 'locked' || model.status === 'locked') navigate('#/')
    else if (begun?.run.again?.of === run.id) navigate('#/run')
  }
  return (
    <div className="actions">
      <Button onClick={start}>Ask these again with more tokens</Button>
      <span className="muted">
        Starts a new run with up to {counted(mostNewTokens(withMoreTokens(run.settings)), 'token')}. It copies
        the other answers, and this run stays as it is.
      </span>
    </div>
  )
}
