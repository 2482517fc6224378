import { canContinue } from '../../../app/state/passes.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { navigate, resultsHref } from '../../state/router.ts'
import { count } from '../../text/format.ts'
import { Button } from '../controls/button.tsx'

/** Continues a run; leads to the folder cards if access must be allowed first. */
export function ContinueButton({ run }: { readonly run: Run }) {
  const controller = useController()
  const imagesChecked = useApp(state => state.imagesChecked)
  const start = async () => {
    await controller.continueRun(run.id)
    const { dataset, model, judge } = controller.getState()
    if (run.judging && run.parent !== undefined) {
      if (judge.status !== 'ready') navigate(resultsHref(run.parent, 'judges'))
      return
    }
    if (dataset.status === 'locked' || model.status === 'locked') navigate('#/')
  }
  if (!canContinue(run)) return null
  if (imagesChecked?.run === run.id)
    return (
      <span className="muted" role="status">
        {count(imagesChecked.done)} of {count(imagesChecked.of)} images checked…
      </span>
    )
  return <Button onClick={start}>Continue</Button>
}
