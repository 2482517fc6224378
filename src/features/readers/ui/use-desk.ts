import { useEffect, useState } from 'react'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { useApp, useController } from '../../../ui/hooks/use-app.ts'
import type { Desk } from '../app/desk-commands.ts'

type DeskState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly desk: Desk }
  | { readonly status: 'failed'; readonly error: ErrorInfo }

/** The thread of studies and sittings while a view is shown; another one for another data set. */
export function useDesk(): DeskState {
  const controller = useController()
  const dataset = useApp(state => state.dataset)
  const open = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const isReading = dataset.status === 'reading'
  const [state, setState] = useState<DeskState>({ status: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` stands for the data set that the thread gets
  useEffect(() => {
    setState({ status: 'loading' })
    if (isReading) return
    let isShown = true
    let desk: Desk | null = null
    controller.openDesk().then(
      opened => {
        desk = opened
        if (isShown) setState({ status: 'ready', desk })
        else desk.close()
      },
      thrown => isShown && setState({ status: 'failed', error: internalError('', thrown) }),
    )
    return () => {
      isShown = false
      desk?.close()
    }
  }, [controller, open, isReading])
  return state
}
