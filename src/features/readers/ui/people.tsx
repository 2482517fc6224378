import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { Page } from '../../../ui/shared/controls/page.tsx'
import { useRoute } from '../../../ui/state/router.ts'
import { runsParameter } from './marks/mark-address.ts'
import { MarkView } from './marks/mark-view.tsx'
import { PracticeView } from './practice-view.tsx'
import { SittingView } from './sitting-view.tsx'
import { StudiesView } from './studies.tsx'
import { useDesk } from './use-desk.ts'

/** Studies of this browser; or one sitting, practice, or answers to be labelled, named in the address. */
export function PeopleView() {
  const { query } = useRoute()
  return query.has(runsParameter) ? <MarkView /> : <Studies query={query} />
}

function Studies({ query }: { readonly query: URLSearchParams }) {
  const sitting = query.get('sitting')
  const practice = query.get('practice')
  const state = useDesk()
  if (state.status !== 'ready')
    return (
      <Page title="Have people answer">
        <Awaited of={state} doing="Opening the studies…" />
      </Page>
    )
  const { desk } = state
  if (sitting !== null) return <SittingView key={sitting} desk={desk} sitting={sitting} />
  if (practice !== null) return <PracticeView key={practice} desk={desk} study={practice} />
  return <StudiesView desk={desk} />
}
