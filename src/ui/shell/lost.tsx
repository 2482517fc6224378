import { Page } from '../shared/controls/page.tsx'

/** For an address that names no view. */
export function LostView() {
  return (
    <Page title="No such page">
      <p>
        This address leads nowhere. <a href="#/">Set up a run</a> or look at <a href="#/runs">your results</a>
        .
      </p>
    </Page>
  )
}
