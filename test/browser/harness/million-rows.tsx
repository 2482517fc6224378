/** A page of its own with the list that the samples of a run are shown in, and a million rows. */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ListAndDetail } from '../../../src/ui/shared/table/list-and-detail.tsx'

function Page() {
  const [at, setAt] = useState(-1)
  return (
    <main>
      <h1>A million rows</h1>
      <ListAndDetail
        label="Rows"
        count={1_000_000}
        selected={at}
        onOpen={setAt}
        row={position => <span className="row-main">Row {position + 1}</span>}
        detail={null}
        hint="Select a row."
        none=""
      />
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
