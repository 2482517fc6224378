import { Page } from './page.tsx'

/** For an unknown address. */
export function LostView() {
  return (
    <Page title="Page not found">
      <p>
        There is nothing at this address. <a href="#/">Set up a run</a> or open{' '}
        <a href="#/runs">your results</a>.
      </p>
    </Page>
  )
}
