import type { Run } from '../../../engine/protocol/run.ts'
import { useController } from '../../hooks/use-app.ts'
import { navigate } from '../../state/router.ts'

/** Takes a run up again; where its folders must be allowed first, leads to their cards. */
export function ContinueButton({ run }: { readonly run: Run }) {
  const controller = useController()
  const start = async () => {
    await controller.continueRun(run.id)
    const { dataset, model } = controller.getState()
    if (dataset.status === 'locked' || model.status === 'locked') navigate('#/')
  }
  return (
    <button type="button" className="button" onClick={() => void start()}>
      Continue
    </button>
  )
}
