import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { Page } from '../../../ui/shared/controls/page.tsx'
import { useRoute } from '../../../ui/state/router.ts'
import { SittingView } from './sitting-view.tsx'
import { StudiesView } from './studies.tsx'
import { useDesk } from './use-desk.ts'

/** Studies of this browser; or one sitting, named in the address. */
export function PeopleView() {
  const { query } = useRoute()
  const sitting = query.get('sitting')
  const state = useDesk()
  if (state.status !== 'ready')
    return (
      <Page title="Have people answer">
        <Awaited of={state} doing="Opening the studies…" />
      </Page>
    )
  const { desk } = state
  return sitting === null ? (
    <StudiesView desk={desk} />
  ) : (
    <SittingView key={sitting} desk={desk} sitting={sitting} />
  )
}
