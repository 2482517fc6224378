import { canContinue } from '../../../app/state/passes.ts'
import { withMoreTokens } from '../../../engine/analysis/cut-answers.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { mostNewTokens } from '../../../engine/protocol/settings.ts'
import { useController } from '../../hooks/use-app.ts'
import { followRun } from '../../state/follow-run.ts'
import { Button } from '../controls/button.tsx'
import { PressErrors } from '../controls/press-errors.tsx'
import { useForgottenFolders } from './forgotten-folders.tsx'

/** Whether the cut answers of a run can be asked again on this page: not those of a pass, or of several machines. */
const canAskAgain = (run: Run): boolean => canContinue(run) && run.parent === undefined && !run.merged

/** Asks the cut answers of a run again, with a higher limit of new tokens. The run itself stays as it is. */
export function AskAgainButton({ run }: { readonly run: Run }) {
  const controller = useController()
  const press = `again ${run.id}`
  const folders = useForgottenFolders(run, press, () =>
    followRun(
      controller,
      () => controller.askAgain(run.id),
      ({ again }) => again?.of === run.id,
    ),
  )
  if (!canAskAgain(run)) return null
  return (
    <div className="actions">
      <Button onClick={folders.start}>{folders.label ?? 'Ask these again with more tokens'}</Button>
      {folders.input}
      <span className="muted">
        Starts a new run with up to {counted(mostNewTokens(withMoreTokens(run.settings)), 'token')}. It copies
        the other answers, and this run stays as it is.
      </span>
      <PressErrors press={press} />
    </div>
  )
}
