import { canContinue } from '../../../app/state/passes.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { followRun } from '../../state/follow-run.ts'
import { navigate, resultsHref } from '../../state/router.ts'
import { count } from '../../text/format.ts'
import { Button } from '../controls/button.tsx'
import { PressErrors } from '../controls/press-errors.tsx'
import { useForgottenFolders } from './forgotten-folders.tsx'

/** Continues a run. Where the browser forgot its folders, the same press asks for them. */
export function ContinueButton({ run, look }: { readonly run: Run; readonly look?: 'primary' }) {
  const controller = useController()
  const imagesChecked = useApp(state => state.imagesChecked)
  const press = `continue ${run.id}`
  const go = async () => {
    await followRun(
      controller,
      () => controller.continueRun(run.id),
      // Who reads results stays there while a pass of theirs goes on.
      ({ id }) => id === run.id && !location.hash.startsWith('#/runs/'),
    )
    // A judge is chosen beside the judgings of its run.
    if (run.judging && run.parent !== undefined && controller.getState().judge.status !== 'ready')
      navigate(resultsHref(run.parent, 'judges'))
  }
  const folders = useForgottenFolders(run, press, go)
  if (!canContinue(run)) return null
  if (imagesChecked?.run === run.id)
    return (
      <span className="muted" role="status">
        {count(imagesChecked.done)} of {count(imagesChecked.of)} images checked…
      </span>
    )
  return (
    <>
      <Button {...(look && { look })} onClick={folders.start}>
        {folders.label ?? 'Continue'}
      </Button>
      {folders.input}
      <PressErrors press={press} />
    </>
  )
}
